package terraform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/value"
)

func TestTextFunctions(t *testing.T) {
	for _, c := range [][2]string{
		{`format("%s-%d-%v", "a", 3, true)`, `"a-3-true"`}, {`format("%05d|%-4s|%q|%%", 42, "x", "y")`, `"00042|x   |\"y\"|%"`},
		{`format("%[2]s%[1]s", "a", "b")`, `"ba"`}, {`format("%s", "a", "b")`, `error`}, {`format("%s")`, `error`},
		{`format("role/%s", var.x)`, `"role/${var.x}"`}, {`format("%5s", var.x)`, `"${format %5s(var.x)}"`},
		{`format("%99999999s", "a")`, `error`}, {`format("%z", 1)`, `error`}, {`format("%s", null)`, `error`}, {`format("%v", null)`, `"null"`},
		{`format("%v", [1, "a"])`, `"[1,\"a\"]"`}, {`format("%d", 1.5)`, `error`}, {`format(var.x, 1)`, `"${format(var.x,…)}"`},
		{`formatlist("%s-%s", ["a", "b"], "c")`, `["a-c", "b-c"]`}, {`formatlist("x%s", var.x)`, `[…]`},
		{`formatlist("x%s", [var.x, "b"])`, `["x${var.x}", "xb"]`}, {`formatlist("%s%s", ["a"], ["b", "c"])`, `error`},
		{`join("-", ["a", "b"], ["c"])`, `"a-b-c"`}, {`join(":", ["a", var.x])`, `"a:${var.x}"`}, {`join(":", var.x)`, `"${join(var.x,…)}"`},
		{`join(",", [])`, `""`}, {`join(",", [["a"]])`, `error`}, {`join(",", toset(["b", "a"]))`, `"a,b"`},
		{`join(",", toset(["b", var.x]))`, `"${join(var.x,…)}"`},
		{`split(",", "a,b,")`, `["a", "b", ""]`}, {`split(",", "")`, `[""]`}, {`split("", "ab")`, `["a", "b"]`},
		{`split(":", local.arn)`, `["arn", "aws", "iam", "", "${account}", "role/${name}"]`},
		{`split(":", local.anyarn)`, `["arn", "aws", "iam", "", "${account}"…]`}, {`split(":", local.anyarn)[4]`, `"${account}"`},
		{`split(":", local.anyarn)[5]`, `?{split(var.x,…)[5]}`}, {`split(":", var.x)`, `[…]`}, {`split(":", var.x)[4]`, `?{split(var.x,…)[4]}`},
		{`element(split("/", local.arn), 1)`, `"${name}"`}, {`split("/", local.arn)[1]`, `"${name}"`},
		{`replace(local.issuer, "https://", "")`, `"oidc.eks.${region}.amazonaws.com/id/${id}"`},
		{`replace(var.x, "https://", "")`, `"${replace(var.x,…)}"`}, {`replace(var.x, "https://", "") == replace(var.x, "https://", "")`, `true`},
		{`replace("https://${var.x}", "https://", "")`, `"${replace(var.x,…)}"`}, {`replace("aXbX", "X", "-")`, `"a-b-"`},
		{`replace("a1b22", "/[0-9]+/", "#")`, `"a#b#"`}, {`replace("ab", "/(a)(b)/", "$2$1")`, `"ba"`}, {`replace("ab", "/(/", "")`, `error`},
		{`replace("${local.region}-x", "/x/", "")`, `"${replace(region,…)}"`}, {`replace("x:${local.account}:y", ":", "/")`, `"x/${account}/y"`},
		{`replace("x-${local.region}-y", "-", "/")`, `"${replace(region,…)}"`},
		{`replace("abc", "", "-")`, `"-a-b-c-"`}, {`replace("a", var.x, "b")`, `"${replace(var.x,…)}"`}, {`replace("aa", "a", var.x)`, `"${var.x}${var.x}"`},
		{`substr(local.issuer, 8, -1)`, `"oidc.eks.${region}.amazonaws.com/id/${id}"`}, {`substr("hello", 1, 3)`, `"ell"`}, {`substr("hello", -2, -1)`, `"lo"`},
		{`substr("hello", 2, 99)`, `"llo"`}, {`substr("é-x", 1, 1)`, `"-"`}, {`substr(var.x, 0, 3)`, `"${substr(var.x,…)}"`},
		{`substr(local.arn, 0, 3)`, `"arn"`}, {`substr(local.arn, 4, 60)`, `"${substr(name,…)}"`}, {`substr("abc", 0, 0)`, `""`},
		{`trimprefix(local.issuer, "https://")`, `"oidc.eks.${region}.amazonaws.com/id/${id}"`}, {`trimprefix("aXb", "a")`, `"Xb"`},
		{`trimprefix(var.x, "https://")`, `"${trimprefix(var.x,…)}"`}, {`trimsuffix("${var.x}.git", ".git")`, `"${var.x}"`}, {`trimsuffix("${var.x}.git", "/")`, `"${var.x}.git"`},
		{`trimprefix("${var.x}:sub", var.x)`, `":sub"`},
		{`trimspace("  a b \n")`, `"a b"`}, {`trimspace("  a${var.x}")`, `"${trimspace(var.x)}"`}, {`trimspace(" a${local.account} ")`, `"a${account}"`},
		{`trim("?!a?", "!?")`, `"a"`}, {`chomp("a\r\n\n")`, `"a"`}, {`chomp("a${var.x}")`, `"${chomp(var.x)}"`}, {`chomp("${var.x}a\n")`, `"${var.x}a"`},
		{`lower("AbC")`, `"abc"`}, {`upper("é")`, `"É"`}, {`lower(var.x)`, `"${lower(var.x)}"`}, {`title("hello world")`, `"Hello World"`},
		{`indent(2, "a\nb")`, `"a\n  b"`}, {`indent(1000000000, "a\nb")`, `error`}, {`indent(2, "a\n${var.x}")`, `"${indent(var.x,…)}"`},
		{`strrev("abc")`, `"cba"`}, {`startswith("abc", "ab")`, `true`}, {`startswith(local.arn, "arn:aws:")`, `true`}, {`startswith(local.arn, "x")`, `false`},
		{`startswith(var.x, "a")`, `?{startswith(var.x, "a")}`}, {`endswith("${var.x}.com", ".com")`, `true`}, {`strcontains("${var.x}abc", "b")`, `true`},
		{`strcontains(local.arn, "zz:")`, `false`}, {`strcontains(var.x, "a")`, `?{strcontains(var.x, "a")}`},
		{`regex("^(\\w+)-(\\d+)$", "ab-12")`, `["ab", "12"]`}, {`regex("\\d+", "ab12")`, `"12"`}, {`regex("(?P<a>x)(?P<b>y)?", "x")`, `{a="x", b=null}`},
		{`regex("x", "a")`, `error`}, {`regex("x", var.x)`, `?{regex(var.x,…)}`}, {`regexall("[a-z]", "a1b")`, `["a", "b"]`}, {`length(regexall("x", "a")) > 0`, `false`},
		{`regexall("x", var.x)`, `[…]`}, {`can(regex("x", var.x))`, `?{can(regex(var.x,…))}`},
		{`basename("/a/b.txt")`, `"b.txt"`}, {`dirname("/a/b.txt")`, `"/a"`}, {`basename(local.arn)`, `"${name}"`}, {`basename(var.x)`, `"${basename(var.x)}"`},
		{`sensitive("a")`, `!"a"`}, {`"x-${local.secret}"`, `!"x-s3cret"`}, {`nonsensitive(local.secret)`, `"s3cret"`}, {`upper(local.secret)`, `!"S3CRET"`},
		{`jsonencode({a = local.secret})`, `!"{\"a\":\"s3cret\"}"`}, {`[local.secret]`, `[!"s3cret"]`}, {`join("", [local.secret])`, `!"s3cret"`},
		{`sensitive({a = 1}).a`, `!1`}, {`issensitive(local.secret)`, `true`}, {`local.secret == "a"`, `!false`},
	} {
		checkExpr(t, c[0], c[1])
	}
}

func TestCollectionFunctions(t *testing.T) {
	for _, c := range [][2]string{
		{`concat(["a"], ["b"], [])`, `["a", "b"]`}, {`concat(["a"], var.x)`, `["a"…]`}, {`concat(["a"], var.x, ["b"])`, `["a", ~"b"…]`},
		{`concat(var.x, ["b"])[0]`, `?{index(concat(var.x,…),…)}`}, {`concat(["a"], var.x)[0]`, `"a"`}, {`concat("a")`, `error`}, {`concat([["a"], ["b"]]...)`, `["a", "b"]`},
		{`concat(local.openlist...)`, `error`}, {`concat(var.x...)`, `[…]`},
		{`merge({a = 1}, {b = 2}, {a = 3})`, `{a=3, b=2}`}, {`merge({a = 1}, var.x, {b = 2})`, `{a=?{merge(var.x,…).a}, b=2…}`},
		{`merge({a = 1}, null)`, `{a=1}`}, {`merge([{a = 1}, {b = 2}]...)`, `{a=1, b=2}`}, {`merge()`, `{}`}, {`merge(["a"])`, `error`},
		{`merge({a = 1}, local.open)`, `{a="1"…}`}, {`merge({b = 1}, local.open).b`, `?{merge(open,…).b}`}, {`merge(local.open, {b = 1}).c`, `?{merge(open,…).c}`},
		{`merge({for k in ["a"] : k => 1}, {(var.x) = 2}).a`, `?{a}`},
		{`lookup({a = 1}, "a", 2)`, `1`}, {`lookup({a = 1}, "b", 2)`, `2`}, {`lookup({a = 1}, "b")`, `error`}, {`lookup(var.x, "b", 2)`, `?{lookup(var.x,…)}`},
		{`lookup(local.open, "b", 2)`, `?{lookup(open,…)}`}, {`lookup({a = 1}, var.x, 1)`, `1`}, {`lookup({a = 1}, var.x, 2)`, `?{lookup(var.x,…)}`},
		{`lookup({a = "x"}, "b", 2)`, `"2"`},
		{`element(["a", "b"], 3)`, `"b"`}, {`element(["a", "b"], -1)`, `"b"`}, {`element([], 0)`, `error`}, {`element(local.openlist, 1)`, `"q"`},
		{`element(local.openlist, 2)`, `?{element(openlist,…)}`}, {`element(["a"], var.x)`, `"a"`}, {`element(concat(var.x, [""]), 0)`, `?{element(concat(var.x,…),…)}`},
		{`flatten([["a"], [["b"], "c"]])`, `["a", "b", "c"]`}, {`flatten([["a"], var.x, ["b"]])`, `["a", ~"b"…]`}, {`flatten(["a", local.openlist])`, `["a", "p", "q"…]`},
		{`distinct(["a", "b", "a"])`, `["a", "b"]`}, {`distinct(["a", var.x])`, `["a", ~?{var.x}…]`}, {`distinct(["x-${local.account}", "y"])`, `["x-${account}", "y"]`},
		{`distinct([1, "1"])`, `["1"]`}, {`length(distinct(["a", var.x]))`, `?{length(distinct(var.x))}`},
		{`compact(["a", "", null, "b"])`, `["a", "b"]`}, {`compact(["a", var.x, "b"])`, `["a", ~"b"…]`}, {`compact(["x${var.x}"])`, `["x${var.x}"]`},
		{`toset(["b", "a", "b"])`, `<"a", "b">`}, {`toset([3, 1])`, `<1, 3>`}, {`toset(["a", 1])`, `<"1", "a">`}, {`toset(var.x)`, `<…>`},
		{`length(toset(["a", var.x]))`, `?{length(var.x)}`}, {`length(toset(["a-${var.x}", "b"]))`, `2`}, {`toset(["a"])[0]`, `error`}, {`toset(null)`, `null`},
		{`tolist(["a", 1])`, `["a", "1"]`}, {`tolist(toset(["b", "a"]))`, `["a", "b"]`}, {`tolist(toset(["b", var.x]))[0]`, `?{index(var.x,…)}`},
		{`tomap({a = 1, b = "x"})`, `{a="1", b="x"}`}, {`tostring(1)`, `"1"`}, {`tostring(null)`, `null`}, {`tostring([])`, `error`}, {`tonumber("1.50")`, `1.5`},
		{`tonumber("a")`, `error`}, {`tobool("true")`, `true`}, {`tobool("maybe")`, `error`}, {`tonumber(var.x)`, `?{var.x}`}, {`tonumber("1${var.x}")`, `?{tonumber(var.x)}`},
		{`keys({b = 1, a = 2})`, `["a", "b"]`}, {`values({b = 1, a = 2})`, `[2, 1]`}, {`keys(var.x)`, `[…]`}, {`keys({(var.x) = 1})`, `["${var.x}"]`},
		{`keys({(var.x) = 1, a = 2})[0]`, `?{index(var.x,…)}`}, {`keys(local.open)`, `[~"a"…]`},
		{`zipmap(["a", "b"], [1, 2])`, `{a=1, b=2}`}, {`zipmap(["a"], [1, 2])`, `error`}, {`zipmap(var.x, [1])`, `{…}`}, {`zipmap([var.x], [1])`, `{${var.x}=1}`},
		{`coalesce(null, "", "a", "b")`, `"a"`}, {`coalesce(null, "")`, `error`}, {`coalesce(var.x, "d")`, `?{coalesce(var.x,…)}`}, {`coalesce("a", var.x)`, `"a"`},
		{`coalesce(null, var.x)`, `?{var.x}`}, {`coalesce("x-${var.x}", "d")`, `"x-${var.x}"`}, {`coalesce(null, 1, "a")`, `"1"`}, {`coalesce(var.x, var.x)`, `?{var.x}`},
		{`coalescelist([], ["a"])`, `["a"]`}, {`coalescelist(var.x, ["a"])`, `[…]`}, {`coalescelist([], [])`, `error`},
		{`try(local.map.zz, "d")`, `"d"`}, {`try(var.x.a, "d")`, `?{var.x.a}`}, {`try(null.a, local.map.q, 3)`, `3`}, {`try(local.map.zz)`, `error`}, {`try(local.nope.a, 1)`, `?{local.nope.a}`},
		{`can(local.map.a)`, `true`}, {`can(local.map.zz)`, `false`}, {`can(var.x.y)`, `?{can(var.x.y)}`},
		{`one([])`, `null`}, {`one(["a"])`, `"a"`}, {`one(["a", "b"])`, `error`}, {`one(var.x)`, `?{one(var.x)}`},
		{`reverse(["a", "b"])`, `["b", "a"]`}, {`reverse(local.openlist)`, `[~"q", "p"…]`}, {`slice(["a", "b", "c"], 1, 3)`, `["b", "c"]`}, {`slice(["a"], 0, 2)`, `error`},
		{`slice(local.openlist, 0, 1)`, `["p"]`}, {`slice(local.openlist, 1, 4)`, `["q"…]`}, {`sort(["b", "a"])`, `["a", "b"]`}, {`sort([var.x, "a"])[0]`, `?{index(var.x,…)}`},
		{`length([1, 2])`, `2`}, {`length("héé")`, `3`}, {`length({a = 1})`, `1`}, {`length(var.x)`, `?{length(var.x)}`}, {`length("a${var.x}")`, `?{length(var.x)}`},
		{`length(local.openlist)`, `?{length(openlist)}`}, {`length(null)`, `error`}, {`length(1)`, `error`},
		{`contains(["a", "b"], "a")`, `true`}, {`contains(["a"], "c")`, `false`}, {`contains(["a"], var.x)`, `?{contains(["a"], var.x)}`}, {`contains(local.openlist, "p")`, `true`},
		{`contains(local.openlist, "z")`, `?{contains(local.openlist, "z")}`}, {`contains([var.x], var.x)`, `true`}, {`contains(["a-${var.x}"], "b")`, `false`},
		{`index(["a", "b"], "b")`, `1`}, {`index(["a"], "b")`, `error`}, {`index([var.x, "b"], "b")`, `?{index(var.x,…)}`},
		{`setunion(["a"], ["b", "a"])`, `<"a", "b">`}, {`setintersection(["a", "b"], ["b"])`, `<"b">`}, {`setsubtract(["a", "b"], ["a"])`, `<"b">`},
		{`setsubtract(["a", "b"], [var.x])`, `<…>`}, {`setproduct(["a", "b"], [1, 2])`, `[["a", 1], ["a", 2], ["b", 1], ["b", 2]]`},
		{`setproduct(range(1000), range(1000), range(1000))`, `error`}, {`chunklist(["a", "b", "c"], 2)`, `[["a", "b"], ["c"]]`},
		{`transpose({a = ["x", "y"], b = ["x"]})`, `{x=["a", "b"], y=["a"]}`}, {`matchkeys(["a", "b"], ["x", "y"], ["y"])`, `["b"]`},
		{`alltrue([true, "true"])`, `true`}, {`alltrue([true, null])`, `false`}, {`alltrue([])`, `true`}, {`alltrue([true, var.x])`, `?{alltrue([true, var.x])}`},
		{`alltrue([false, var.x])`, `false`}, {`anytrue([false, true])`, `true`}, {`anytrue([])`, `false`}, {`anytrue([var.x, true])`, `true`},
		{`range(3)`, `[0, 1, 2]`}, {`range(1, 10, 4)`, `[1, 5, 9]`}, {`range(1000000)`, `error`}, {`sum([1, 2.5])`, `3.5`}, {`sum([])`, `error`}, {`sum([1, var.x])`, `?{sum(var.x)}`},
		{`max(1, 3, 2)`, `3`}, {`min([3, 1]...)`, `1`}, {`max(1, var.x)`, `?{max(var.x,…)}`}, {`abs(-1)`, `1`}, {`ceil(1.2)`, `2`}, {`floor(-1.2)`, `-2`},
		{`pow(2, 10)`, `1024`}, {`log(8, 2)`, `3`}, {`signum(-3)`, `-1`}, {`parseint("ff", 16)`, `255`}, {`parseint("zz", 10)`, `error`}, {`parseint(var.x, 10)`, `?{parseint(var.x,…)}`},
		{`cidrsubnet("10.0.0.0/16", 8, 2)`, `"10.0.2.0/24"`}, {`cidrhost("10.0.0.0/16", 5)`, `"10.0.0.5"`}, {`cidrsubnet(var.x, 8, 2)`, `"${cidrsubnet(var.x,…)}"`},
		{`cidrsubnets("10.0.0.0/16", 8, 8)`, `["10.0.0.0/24", "10.0.1.0/24"]`}, {`cidrnetmask("10.0.0.0/8")`, `"255.0.0.0"`},
		{`md5("a")`, `"0cc175b9c0f1b6a831c399e269772661"`}, {`sha1(var.x)`, `"${sha1(var.x)}"`}, {`sha1(var.x) == sha1(var.x)`, `true`}, {`uuid() == uuid()`, `?{uuid() == uuid()}`},
		{`base64encode("hi")`, `"aGk="`}, {`base64decode("aGk=")`, `"hi"`}, {`base64decode("!")`, `error`}, {`urlencode("a b/c")`, `"a+b%2Fc"`},
		{`textencodebase64("hi", "UTF-16LE")`, `"aABpAA=="`}, {`textdecodebase64("aABpAA==", "UTF-16LE")`, `"hi"`},
		{`timeadd("2020-01-01T00:00:00Z", "1h")`, `"2020-01-01T01:00:00Z"`}, {`timecmp("2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z")`, `-1`},
		{`formatdate("YYYY", "2020-01-01T00:00:00Z")`, `"2020"`}, {`timestamp()`, `"${timestamp()}"`},
		{`provider::aws::arn_parse(local.arn).account_id`, `?{provider::aws::arn_parse(name).account_id}`}, {`newfunction("a")`, `?{newfunction(…)}`},
		{`core::max(1, 2)`, `2`}, {`max()`, `error`}, {`upper("a", "b")`, `error`}, {`uuidv5("dns", "example.com")`, `"cfbff0d1-9375-5685-968c-48ce8b15ae17"`},
	} {
		checkExpr(t, c[0], c[1])
	}
}

func TestEncodeFunctions(t *testing.T) {
	for _, c := range [][2]string{
		{`jsonencode({b = [1, true, null], a = "x<\"é\n"})`, `"{\"a\":\"x\\u003c\\\"é\\n\",\"b\":[1,true,null]}"`},
		{`jsonencode({a = var.x, b = "p-${var.x}"})`, `"{\"a\":${var.x},\"b\":\"p-${var.x}\"}"`}, {`jsonencode(local.openlist)`, `"[\"p\",\"q\",${openlist}]"`},
		{`jsonencode("a")`, `"\"a\""`}, {`jsonencode(1.50)`, `"1.5"`}, {`jsondecode(jsonencode({a = var.x})).a`, `?{var.x}`},
		{`jsondecode("{\"a\": [1, \"b\"]}")`, `{a=[1, "b"]}`}, {`jsondecode("{")`, `error`}, {`jsondecode(var.x).a`, `?{jsondecode(var.x).a}`},
		{`jsondecode("{\"a\": \"${local.account}\"}")`, `{a="${account}"}`}, {`jsondecode(file("${path.module}/policy.json")).Statement[0].Effect`, `"Allow"`},
		{`yamldecode("a: [1, x]\nb:\n  c: true\n")`, `{a=[1, "x"], b={c=true}}`}, {`yamldecode(yamlencode({a = var.x})).a`, `?{var.x}`}, {`yamldecode("a: ${local.account}").a`, `?{account}`},
		{`yamldecode("a: no").a`, `false`},
		{`csvdecode("a,b\n1,2\n")`, `[{a="1", b="2"}]`},
		{`file("hello.txt")`, `"hello, world\n"`}, {`file("${path.module}/hello.txt")`, `"hello, world\n"`}, {`file("/root.txt")`, `error`}, {`file("../root.txt")`, `"root"`}, {`file("${path.module}/../root.txt")`, `"root"`}, {`file(abspath("../root.txt"))`, `"root"`},
		{`file("../../etc/passwd")`, `error`}, {`file("/../etc/passwd")`, `error`}, {`file("nope")`, `error`}, {`file(var.x)`, `"${file(var.x)}"`},
		{`fileexists("hello.txt")`, `true`}, {`fileexists("nope")`, `false`}, {`fileexists("../../x")`, `?{fileexists(…)}`}, {`fileexists("/root.txt")`, `?{fileexists(…)}`}, {`filebase64("../root.txt")`, `"cm9vdA=="`},
		{`filemd5("../root.txt") == md5("root")`, `true`}, {`filebase64sha256("../root.txt") == base64sha256("root")`, `true`},
		{`fileset(path.module, "**/*.yaml")`, `<"a/b/y.yaml", "a/x.yaml">`}, {`fileset(path.module, "a/*.{yaml,yml}")`, `<"a/x.yaml">`}, {`fileset(path.module, "*.nope")`, `<>`},
		{`templatefile("${path.module}/tmpl/user.tftpl", {name = "n", ports = [1, 2]})`, `"name=n\nport 1\nport 2\n"`},
		{`templatefile("tmpl/user.tftpl", {name = var.x, ports = []})`, `"name=${var.x}\n"`}, {`templatefile("tmpl/user.tftpl", {})`, `error`},
		{`templatefile("tmpl/user.tftpl", var.x)`, `"name=${var.x.name}\n${join(%{ for p in ports ~} port ${p} %{ endfor ~})}"`},
		{`templatestring("a-$${x}", {x = 1})`, `"a-1"`}, {`abspath("x")`, `"${project folder}/mod/x"`}, {`abspath("../x") == abspath("./../x")`, `true`},
		{`abspath("/x/../y")`, `"/y"`}, {`abspath("../../x")`, `"${abspath(…)}"`}, {`basename(abspath("."))`, `"mod"`}, {`basename(dirname(path.module))`, `"${basename(project folder)}"`}, {`dirname("${path.module}/a/b") == "${path.module}/a"`, `true`},
	} {
		checkExpr(t, c[0], c[1])
	}
}

// TestPlacesOfExpressions: the source text of the place of a value, and of parts of texts.
func TestPlacesOfExpressions(t *testing.T) {
	for _, c := range [][3]string{
		// expression, part of the text ("" for the value itself), source text
		{`"abc"`, "", "abc"}, {`""`, "", ""}, {`{a = "x"}.a`, "", "x"}, {`["p", "q"][1]`, "", "q"}, {`try(null.a, "d")`, "", "d"},
		{`coalesce(null, "d")`, "", "d"}, {`lookup({a = "x"}, "a", "y")`, "", "x"}, {`lookup({a = "x"}, "b", "y")`, "", "y"}, {`true ? "x" : "y"`, "", "x"},
		{`merge({a = "x"}, {b = "y"}).a`, "", "x"}, {`concat(["x"], ["y"])[1]`, "", "y"}, {`[for s in ["x"] : s][0]`, "", "x"}, {`element(["x", "y"], 3)`, "", "y"},
		{`{for k, v in {a = "x"} : k => v}.a`, "", "x"}, {`one(["x"])`, "", "x"}, {`flatten([["x"]])[0]`, "", "x"}, {`[{n = "x"}].*.n[0]`, "", "x"},
		{`setunion(["x"], ["y"])`, "", `setunion(["x"], ["y"])`}, {`values({a = "x"})[0]`, "", "x"}, {`keys({a = "x"})[0]`, "", "a"}, {`tolist(["x"])[0]`, "", "x"},
		{`1 + 2`, "", "1 + 2"}, {`(12)`, "", "12"}, {`upper("a")`, "", `a`}, {`length("a")`, "", `length("a")`}, {`true && false`, "", "true && false"},
		{`trimprefix("https://x", "https://")`, "", "x"}, {`replace("https://abc", "https://", "")`, "", "abc"}, {`substr("hello", 1, 3)`, "", "ell"},
		{`split(",", "ab,cd")[1]`, "", "cd"}, {`regex("b+", "abbc")`, "", "bb"}, {`trimspace("  x ")`, "", "x"}, {`tostring("x")`, "", "x"},
		{`"role/${"name"}-x"`, "", `role/${"name"}-x`}, {`"role/${"name"}-x"`, "name", "name"}, {`"role/${"name"}-x"`, "role", "role"}, {`"role/${"name"}-x"`, "/na", `/${"name"}`},
		{`format("role/%s-x", "name")`, "name", "name"}, {`format("role/%s-x", "name")`, "/na", "/%s"}, {`join("-", ["ab", "cd"])`, "cd", "cd"}, {`join("-", ["ab", "cd"])`, "-", "-"},
		{`"a\"bc\ndef"`, "bc", "bc"}, {`"a\"bc\ndef"`, `"`, `"`}, {`"a\"bc\ndef"`, "def", "def"}, {`"a\"bc\ndef"`, "c\nd", `c\nd`}, {`"\u00e9x"`, "é", `\u00e9`}, {`"\u00e9x"`, "x", `x`},
		{`"$${a}b"`, "${a}", "${a}"}, {`"$${a}b"`, "b", "b"},
		{"<<EOT\n  key: val\n  x: y\nEOT\n", "val", "val"}, {"<<-EOT\n    key: val\n      x: yz\n    EOT\n", "yz", "yz"}, {"<<-EOT\n    key: val\n      x: ${\"yz\"}\n    EOT\n", "yz", "yz"},
		{"<<-EOT\n    key: val\n      x: yz\n    EOT\n", "key", "key"}, {"<<-EOT\n    \"a\": \"b\\c\"\n    d\n    EOT\n", `b\c`, `b\c`},
		{`jsonencode({a = "role-x"})`, "", `jsonencode({a = "role-x"})`}, {`jsonencode({a = "role-x"})`, "role-x", "role-x"}, {`jsonencode({a = "ro\"le"})`, "le", "le"}, {`jsonencode({abc = 1})`, "abc", "abc"},
		{`yamlencode({a = {b = ["role-x"]}})`, "role-x", "role-x"}, {"yamlencode({a = \"l1\\nl2\\n\"})", "l2", "l2"},
		{`file("hello.txt")`, "world", "world"}, {`templatefile("tmpl/user.tftpl", {name = "nn", ports = ["pp"]})`, "nn", "nn"}, {`templatefile("tmpl/user.tftpl", {name = "nn", ports = ["pp"]})`, "port", "port"},
		{`jsondecode(file("policy.json")).Statement[0].Effect`, "", "Allow"}, {`templatestring("abc-$${x}", {x = 1})`, "abc", "abc"},
		{`jsondecode(jsonencode({a = "x"})).a`, "", "x"}, {`"a-${var.x}"`, "", `a-${var.x}`}, {`var.x.attr`, "", "var.x.attr"}, {`null`, "", "null"},
		{`"a ${~ "b" ~} c"`, "a", "a"}, {`"%{ if true }yes%{ endif }!"`, "yes", "yes"}, {`{ (var.x) = "v" }[var.x]`, "", "v"},
		{`merge({a = null}, {b = "y"}).a`, "", "null"}, {`distinct(["x", "x"])[0]`, "", "x"}, {`compact(["", "x"])[0]`, "", "x"},
	} {
		e, f := testEnv(c[0])
		v, err := e.try(parseExpr(t, f))
		if err != nil {
			t.Errorf("%s: %s", c[0], err.msg)
			continue
		}
		at := v.At()
		if c[1] != "" {
			text, ok := v.AsText()
			i := strings.Index(text.Flat(), c[1])
			if !ok || i < 0 {
				t.Errorf("%s: no %q in %s", c[0], c[1], render(v))
				continue
			}
			at = text.Locate(i, i+len(c[1]))
		}
		if got := at.Text(); got != c[2] || at.IsZero() {
			t.Errorf("%s: %q stands at %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestEncodedTextKnowsItsValue(t *testing.T) {
	for _, src := range []string{`jsonencode({a = [var.x]})`, `yamlencode({a = [var.x]})`} {
		e, f := testEnv(src)
		text, _ := e.eval(parseExpr(t, f)).AsText()
		doc, ok := text.Doc()
		if !ok || render(doc) != `{a=[?{var.x}]}` {
			t.Errorf("%s encodes %s", src, render(doc))
		}
	}
}

func TestErrorsAreUnknownWithAReason(t *testing.T) {
	e, f := testEnv(`"a-${local.map.zz}"`)
	v := e.eval(parseExpr(t, f))
	if s := v.Symbol(); s == nil || !strings.Contains(s.Why, `"zz"`) || s.At.Text() != "local.map.zz" {
		t.Errorf("got %s, %+v", render(v), v.Symbol())
	}
	w := e.eval(parseExpr(t, f))
	if value.EqualValues(v, w) != value.Maybe {
		t.Error("two errors are taken for the same value")
	}
}

// TestHostileExpressions: what would take forever, or all memory, ends with an error.
func TestHostileExpressions(t *testing.T) {
	for _, src := range []string{
		`[for a in range(1000) : [for b in range(1000) : b]]`,
		`join("", [for a in range(1000) : join("", [for b in range(10) : "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789 ${join("", [for c in range(4) : "0123456789012345678901234567890123456789012345678901234567890123456789"])}"])])`,
		`jsonencode(1e100000000)`, `format("%1000000000d", 1)`, `format("%.1000000000f", 1)`, `indent(1e9, "a\nb")`, `setproduct(range(200), range(200))`,
		`pow(10, 100000)`, `"${1e390}${pow(pow(10, 400), 400)}"`,
		strings.Repeat("(", 450) + "1" + strings.Repeat(")", 450),
		`replace("` + strings.Repeat("a", 5000) + `", "", "` + strings.Repeat("b", 5000) + `")`,
		fmt.Sprintf(`replace("%s", "a", "%s")`, strings.Repeat("a", 2000), strings.Repeat("b", 2000)),
		fmt.Sprintf(`replace("%s", "/(a)/", "%s")`, strings.Repeat("a", 20_000), strings.Repeat("$1", 10_000)),
		fmt.Sprintf(`regexall("a", "%s")`, strings.Repeat("a", 60_000)),
		`yamldecode("` + aliases(11) + `")`, `parseint("` + strings.Repeat("9", 500_000) + `", 10)`,
		strings.Repeat("jsonencode(", 30) + `"\""` + strings.Repeat(")", 30),
	} {
		e, f := testEnv(src)
		if v, err := e.try(parseExpr(t, f)); err == nil {
			t.Errorf("%.60s gives %.60s", src, render(v))
		}
	}
}

// aliases gives the text of a Terraform string of YAML in which each anchor
// stands for nine of the one before.
func aliases(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	return b.String()
}

// TestSharedParts: values that share parts many times over are not walked
// without end.
func TestSharedParts(t *testing.T) {
	e, f := testEnv(`jsonencode([local.v, local.v])`)
	x := parseExpr(t, f)
	shared := value.ListAt([]value.Value{value.StringAt("x", e.span(x.Range()))}, e.span(x.Range()))
	for range 60 {
		shared = value.ListAt([]value.Value{shared, shared}, shared.At())
	}
	e.vars = map[string]value.Value{"local": value.MapAt([]value.Field{{Key: value.Literal("v", shared.At()), Value: shared}}, shared.At())}
	if _, err := e.try(x); err == nil {
		t.Error("no error")
	}
}
