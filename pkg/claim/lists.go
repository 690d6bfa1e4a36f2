package claim

import "strings"

// The word lists behind the rules. A word too few in wellKnown or either costs
// a sentence, one too few in risky or tools lets the name of a program through,
// without an address, path or flag.
var (
	// risky are programs that fetch, run or destroy: they need to be in the file.
	risky = set(`curl wget sudo doas rm rmdir chmod chown chgrp bash sh zsh ksh csh tcsh powershell pwsh iex iwr eval ssh scp sftp
		rsync nc ncat netcat telnet socat xargs mkfs dd pkill killall crontab nohup certutil bitsadmin osascript mshta regsvr32 rundll32`)

	// tools are programs that prose may name, but not use.
	tools = set(`git npm pnpm yarn bun npx pnpx bunx pip pip3 pipx uv uvx gem cargo go rustup make cmake ninja docker podman kubectl helm
		terraform node deno python python3 ruby perl php java javac mvn gradle apt apt-get yum dnf apk pacman brew snap choco winget scoop
		systemctl launchctl service psql mysql sqlite3 redis-cli mongo openssl gpg cat cp mv ls ln tar unzip zip find grep sed awk tee touch
		mkdir echo printf export source env open start kill tsc jest pytest composer bundle rake mix dotnet swift gh aws gcloud az`)

	// english are tools whose names are common words too: they count only after
	// a word that has them run.
	english = set(`make service cat find tee touch open start kill export source env echo mix bundle node bun snap scoop swift rake java`)

	subcommand = set(`install i add run exec clone push pull build download get fetch start publish init create apply test update upgrade
		remove uninstall reset checkout commit x dlx deploy ci login`)

	// clause are words that a command line does not go on with.
	clause = set(`to and for in on before after with when via as that which or then from against so over into without while where of by is are`)

	// tops are the first parts of paths, not of alternatives.
	tops = set(`etc bin usr var tmp dev proc sys home root opt lib sbin mnt srv boot users windows src source sources pkg cmd app apps
		packages internal dist build out target node-modules vendor test tests spec specs doc docs script scripts tools config configs
		assets static public include examples`)

	// either are words that stand in long rows of alternatives.
	either = set(`and or create read update delete insert remove add get set list edit save load open close start stop encode decode
		encrypt decrypt encoding decoding encryption decryption serialize deserialize serialization deserialization parse format formatting
		parsing push pull post put patch head options request response client server input output in out on off true false yes no up down
		left right top bottom before after enable disable enabled disabled import export upload download login logout sign verify
		issue validate register unregister subscribe unsubscribe publish hit miss key value name id read write success failure error
		warning info debug tcp udp ip http https json yaml toml xml html css js ts csv ssl tls ws wss i o n a min max first last begin end
		commit rollback lock unlock send receive allow deny grant revoke show hide light dark dev prod test tests staging linux macos
		windows unix row column source target old new`)

	// wellKnown are names of products, formats and notions with the shape of
	// code, in small letters.
	wellKnown = set(`javascript typescript github gitlab bitbucket openai chatgpt postgresql mysql mariadb mongodb sqlite graphql
		nosql oauth oauth1 oauth2 openid openapi websocket websockets webassembly webgl webgpu webrtc webhook webhooks iphone ios ipados
		macos tvos watchos ipv4 ipv6 jsonschema jsonl youtube linkedin paypal latex bibtex powerpoint onenote javadoc jsdoc
		tsdoc phpdoc rustdoc godoc openssl libressl boringssl opengl opencl directx opentelemetry opentracing elasticsearch opensearch
		clickhouse cockroachdb dynamodb rabbitmq activemq zeromq redis memcached rocksdb leveldb influxdb timescaledb nginx haproxy
		wordpress woocommerce prestashop shopify fastapi sqlalchemy numpy scipy pytorch tensorflow xgboost pandas jquery angularjs
		reactjs vuejs nextjs nodejs nestjs expressjs emberjs asp.net .net vb.net dotnet node.js next.js vue.js nuxt.js react.js express.js
		three.js d3.js chart.js socket.io discord.js alpine.js backbone.js ember.js rest.js swiftui uikit coredata vscode intellij
		webstorm pycharm jetbrains devops devsecops gitops mlops saas paas iaas kafka grpc protobuf xhtml mathml readme readmes eslint
		tslint stylelint prettier dockerfile dockerfiles makefile makefiles gemfile jenkinsfile rakefile cmake changelog crlf utf-8
		snake_case key/value x86_64 arm64 amd64 i18n l10n a11y k8s macbook airpods bluetooth mcafee lifecycle phd pdfs mvvm restful
		crud etag etags cname daos dtos dtor eof gpus cpus apis urls uris ids jwts pdfs csvs sdks clis guis uis orms rpcs vms llms
		nuget pypi rubygems crates.io npmjs deepl openrouter lmstudio llama.cpp vllm huggingface langchain mccabe bigint biginteger
		boolean datetime filesystem hashmap hostname localhost middleware regexp stderr stdin stdout timestamp vtable wifi yaml`)
)

func set(list string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		all[w] = true
	}
	return all
}
