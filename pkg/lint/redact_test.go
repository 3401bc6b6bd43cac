package lint

import (
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for line, want := range map[string]string{
		`password = "hunter2"`:                         `password = "…………………"`,
		`  db_password: hunter2`:                       `  db_password: …………………`,
		`{"apiToken": "abc", "name": "x"}`:             `{"apiToken": "………", "name": "x"}`,
		`client_secret='s3' # for the login`:           `client_secret='……' # for the login`,
		`AWS_SECRET_ACCESS_KEY=abc`:                    `AWS_SECRET_ACCESS_KEY=………`,
		`key: AKIAABCDEFGHIJKLMNOP`:                    `key: ` + strings.Repeat("…", 20),
		`- name: karpenter`:                            `- name: karpenter`,
		`password = var.db_password`:                   `password = var.db_password`,
		`role_token = "arn:aws:iam::1:role/x"`:         `role_token = "arn:aws:iam::1:role/x"`,
		`eks.amazonaws.com/role-arn: arn:aws:iam::1:x`: `eks.amazonaws.com/role-arn: arn:aws:iam::1:x`,
		`serviceAccountToken: true`:                    `serviceAccountToken: true`,
		`token = ""`:                                   `token = ""`,
		`secretName: tls`:                              `secretName: tls`,
	} {
		if got := redact(line); got != want {
			t.Errorf("redact(%q)\n got %q\nwant %q", line, got, want)
		}
	}
}

func TestRedactJSON(t *testing.T) {
	for doc, want := range map[string]string{
		`{"text": "a: 1\npassword: \"hunter2\"\n", "n": 1}`: `{"text": "a: 1\npassword: \"…………………\"\n", "n": 1}`,
		`{"text": "role <x> & \u00e9 \\", "token": "id"}`:   `{"text": "role <x> & \u00e9 \\", "token": "id"}`,
		`["AKIAABCDEFGHIJKLMNOP", `:                         `["` + strings.Repeat("…", 20) + `", `,
		`["unfinished \`:                                    `["unfinished \`,
	} {
		if got := string(RedactJSON([]byte(doc))); got != want {
			t.Errorf("RedactJSON(%s)\n got %s\nwant %s", doc, got, want)
		}
	}
}
