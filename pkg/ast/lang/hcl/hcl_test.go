package hcl

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "main.tf",
			In: `# Copyright X

# The network of the shop.

terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5"
    }
  }
}

provider "aws" { region = "x" }

# Where files go.
resource "aws_s3_bucket" "files" {
  bucket = var.name
  resource "no" "no" {}
}

data "aws_ami" "ubuntu" {}

module "vpc" {
  source = "./modules/vpc"
  count  = 1
}
module "eks" {
  source  = "terraform-aws-modules/eks/aws"
}
module "dynamic" { source = "${path.module}/x" }

variable "name" {
  description = "Name of it. All."
  type        = string
  default     = "shop"
}
variable "rules" {
  description = <<-EOT
    The rules.
  EOT
  type = map(object({ aaaaaaaaaaaaaaaaa = string, bbbbbbbbbbbbbbbbbbbbbbbbb = number, cccccccccccc = bool }))
}
output "arn" {
  value = aws_s3_bucket.files.arn
}
locals {
  tags = { a = 1 }
}
`,
			Want: `{"state":"ok","doc":"The network of the shop.","symbols":[
				{"name":"aws_s3_bucket.files","kind":"type","signature":"resource aws_s3_bucket.files","exported":true,"doc":"Where files go."},
				{"name":"data.aws_ami.ubuntu","kind":"type","signature":"data aws_ami.ubuntu"},
				{"name":"module.vpc","kind":"type","signature":"module vpc from ./modules/vpc","exported":true},
				{"name":"module.eks","kind":"type","signature":"module eks from terraform-aws-modules/eks/aws","exported":true},
				{"name":"module.dynamic","kind":"type","signature":"module dynamic from ${path.module}/x","exported":true},
				{"name":"var.name","kind":"variable","signature":"variable name: string = \"shop\"","exported":true,"doc":"Name of it."},
				{"name":"var.rules","kind":"variable","signature":"variable rules: map(…)","exported":true,"doc":"The rules."},
				{"name":"output.arn","kind":"constant","signature":"output arn","exported":true},
				{"name":"local.tags","kind":"constant","signature":"local.tags"}],
				"imports":[{"raw":"hashicorp/aws","form":"provider"},{"raw":"./modules/vpc","form":"module"},{"raw":"terraform-aws-modules/eks/aws","form":"module"}]}`,
		},
		{
			File: "terragrunt.hcl",
			In:   "include \"root\" {\n  path = find_in_parent_folders()\n}\nterraform {\n  source = \"../../modules//app\"\n}\ndependency \"vpc\" {\n  config_path = \"../vpc\"\n}\n",
			Want: `{"state":"ok","imports":[{"raw":"../../modules//app","form":"module"},{"raw":"../vpc","form":"module"}]}`,
		},
		{File: "image.pkr.hcl", In: "# An image.\nsource \"amazon-ebs\" \"base\" {}\nbuild {}\n", Want: `{"state":"ok","symbols":[{"name":"source.amazon-ebs.base","kind":"type","signature":"source amazon-ebs.base","exported":true,"doc":"An image."}]}`},
		{File: "only.tfvars", In: "# Values of the test.\n\na = 1\n", Want: `{"state":"ok","doc":"Values of the test."}`},
		{File: "b.tf", In: "# Nothing but words.\n", Want: `{"state":"ok","doc":"Nothing but words."}`},
		{File: "c.tf", In: "resource \"a\" \"b\" {\n", Want: `{"state":"partial","symbols":[{"name":"a.b","kind":"type","signature":"resource a.b","exported":true}]}`},
		{File: "d.tf", In: "# About versions.\nterraform {}\n", Want: `{"state":"ok","doc":"About versions."}`},
		{File: "f.tf", In: "##########\n# Node role\n##########\n\nlocals {}\n", Want: `{"state":"ok"}`},
		{File: "e.tf", In: "= = =", Want: `{"state":"failed"}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 16<<10, "a {", "[", "{", "\"${", "<<A\n", "resource \"a\" \"b\" {\n}\n", "(", "# a\n", "a \"b\" ")
	langtest.Bombs(t, Extractors(), 16<<10, "a = ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "resource \"a\" \"b\" { c = d }", "variable \"a\" { type = string\n default = <<E\nx\nE\n}", "terraform { required_providers { a = { source = \"b/c\" } } }")
}
