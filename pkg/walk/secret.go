package walk

import "strings"

// secret reports whether a file is one that holds keys, passwords or tokens by
// its name. Such a file is never opened: there is nothing in it that a map may
// show.
func secret(path string) bool {
	name := strings.ToLower(base(path))
	switch name {
	case "id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "id_xmss",
		".npmrc", ".yarnrc.yml", ".netrc", "_netrc", ".pypirc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".git-credentials",
		".htpasswd", ".dockercfg", ".dockerconfigjson", ".s3cfg", ".boto", ".vault-token", ".envrc", ".env", "credentials",
		"credentials.json", "credentials.csv", "client_secret.json", "service-account.json", "service_account.json",
		"serviceaccountkey.json", "kubeconfig", "terraform.tfstate", "terraform.tfstate.backup", "local.settings.json",
		".terraformrc", "terraform.rc", ".gem_credentials", "keystore.properties", "wp-config.php", "secring.gpg":
		return true
	case "config.json":
		return base(parent(path)) == ".docker"
	case "config":
		return base(parent(path)) == ".kube"
	}
	if rest, ok := strings.CutPrefix(name, ".env."); ok {
		return !sample(rest)
	}
	if stem, ok := strings.CutSuffix(name, ".env"); ok {
		return !sample(stem)
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return false
	}
	stem, suffix := name[:dot], name[dot+1:]
	switch suffix {
	case "pem", "key", "p12", "pfx", "p8", "jks", "keystore", "kdbx", "kdb", "ppk", "pkcs12", "ovpn", "tfstate", "gpg",
		"mobileprovision", "agekey", "jceks", "bks":
		return true
	case "yml", "yaml", "json", "toml", "ini", "properties", "txt":
		switch stem {
		case "secret", "secrets", ".secrets", "passwords", "password":
			return true
		}
	}
	return false
}

// sample reports whether part of a name marks a file that is handed around to
// be filled in.
func sample(part string) bool {
	for _, word := range []string{"example", "sample", "template", "dist", "defaults", "tmpl", "tpl"} {
		if strings.Contains(part, word) {
			return true
		}
	}
	return false
}
