package gitindex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

// folder makes files in a new folder: content by path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		write(t, filepath.Join(dir, name), data)
	}
	return dir
}

func write(t *testing.T, name, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root string, env map[string]string, also ...string) *Files {
	t.Helper()
	disk, err := source.OpenDisk(root)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(root, disk, func(k string) string { return env[k] }, also...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// seen lists what can be read, by walking: path=content.
func seen(t *testing.T, fsys source.FS) string {
	t.Helper()
	var out []string
	var walk func(dir string)
	walk = func(dir string) {
		list, err := fsys.ReadDir(dir)
		if err != nil {
			t.Fatal(dir, err)
		}
		for _, e := range list {
			full := path.Join(dir, e.Name())
			if e.IsDir() {
				walk(full)
				continue
			}
			info, err := fsys.Stat(full)
			switch {
			case err != nil:
				out = append(out, full+"?")
			case info.IsDir():
				out = append(out, full+"/")
			default:
				data, err := fsys.ReadFile(full)
				if err != nil {
					t.Error(full, err)
				}
				out = append(out, full+"="+string(data))
			}
		}
	}
	walk(".")
	return strings.Join(out, " ")
}

func expect(t *testing.T, what string, fsys source.FS, want string) {
	t.Helper()
	if got := seen(t, fsys); got != want {
		t.Errorf("%s: %s; want %s", what, got, want)
	}
}

func missing(t *testing.T, fsys source.FS, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := fsys.ReadFile(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("ReadFile(%q): %v", name, err)
		}
		if _, err := fsys.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Stat(%q): %v", name, err)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.tf": "A", "b.tf": "B", "m/x.tf": "X", "m/y.tf": "Y", "u/z.tf": "Z", "n": "N", "s/t.tf": "T",
		".terraform/modules/modules.json": "{}", "typed/q.tf": "Q", "real/r.tf": "R", "prod.tfvars": "P", "v/w.tfvars": "W",
	})
	link(t, "m", filepath.Join(dir, "lm"))          // tracked, to a tracked folder
	link(t, "u", filepath.Join(dir, "lu"))          // tracked, to one that is not
	link(t, "../b.tf", filepath.Join(dir, "m/l"))   // tracked, to a file that is not
	link(t, "../a.tf", filepath.Join(dir, "m/k"))   // tracked, to one that is
	link(t, "/etc/passwd", filepath.Join(dir, "p")) // tracked, out of the project
	link(t, "../../x", filepath.Join(dir, "m/o"))   // tracked, out of the project
	link(t, "round", filepath.Join(dir, "round"))   // tracked, to itself
	link(t, "a.tf", filepath.Join(dir, "c.tf"))     // not tracked
	link(t, "real", filepath.Join(dir, "was"))      // a folder in the index, a link now
	const l = 0o120000
	index := writer{version: 2, entries: []made{
		{path: ".terraform/modules/modules.json"}, {path: "a.tf"}, {path: "gone.tf"}, {path: "gone/x.tf"}, {path: "lm", mode: l}, {path: "lu", mode: l},
		{path: "m/k", mode: l}, {path: "m/l", mode: l}, {path: "m/o", mode: l}, {path: "m/x.tf"}, {path: "n/was-a-folder"}, {path: "p", mode: l},
		{path: "round", mode: l}, {path: "s.tf"}, {path: "s/t.tf"}, {path: "typed"}, {path: "was/r.tf"},
	}}
	write(t, filepath.Join(dir, ".git/index"), string(index.bytes()))
	f := open(t, dir, nil, "prod.tfvars", "v/w.tfvars")
	expect(t, "all", f, "a.tf=A lm/ lu? m/k=A m/l? m/o? m/x.tf=X p? round? s/t.tf=T")
	if f.Len() != len(index.entries) {
		t.Errorf("%d entries", f.Len())
	}

	missing(t, f, "b.tf", "m/y.tf", "u/z.tf", "gone.tf", "gone", "lu/z.tf", "lm/y.tf", "m/l", "c.tf", "typed", "typed/q.tf", "was/r.tf", "real/r.tf",
		".terraform/modules/modules.json", ".git/index", "../a.tf", "..", "/etc/passwd", "a.tf/x", "n", "n/was-a-folder", "m/k/x", "v")
	for name, want := range map[string]string{
		"lm/x.tf": "X", "lm/k": "A", "./m/../a.tf": "A", "m//x.tf": "X", "lm/../a.tf": "A", "prod.tfvars": "P", "v/w.tfvars": "W",
	} {
		if data, err := f.ReadFile(name); err != nil || string(data) != want {
			t.Errorf("ReadFile(%q): %q, %v; want %q", name, data, err, want)
		}
	}
	for _, name := range []string{"p", "m/o", "round"} {
		if _, err := f.ReadFile(name); err == nil {
			t.Errorf("ReadFile(%q) reads something", name)
		}
	}
	if list, err := f.ReadDir("lm"); err != nil || len(list) != 4 {
		t.Errorf("ReadDir of a link: %v, %v", list, err)
	}
	if _, err := f.ReadDir("u"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadDir of a folder that is not tracked: %v", err)
	}
}

// A file system without symbolic links, as editors and tests have.
func TestFilesInMemory(t *testing.T) {
	f := newFiles(source.MapFS{"a/b.tf": "B", "a/c.tf": "C"}, []Entry{{"a/b.tf", File}, {"a/d.tf", File}}, nil)
	expect(t, "in memory", f, "a/b.tf=B")
	missing(t, f, "a/c.tf", "a/d.tf")
}

func TestOpen(t *testing.T) {
	entries := files("a.tf", "k8s/sa.yaml", "k8s2/b.yaml")
	ix := string(writer{version: 2, entries: entries}.bytes())
	work := map[string]string{"r/a.tf": "A", "r/k8s/sa.yaml": "S", "r/k8s2/b.yaml": "B", "r/k8s/u.yaml": "U"}
	with := func(more ...string) string {
		all := map[string]string{}
		for name, data := range work {
			all[name] = data
		}
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return folder(t, all)
	}

	dir := with("r/.git/index", ix)
	expect(t, "the root", open(t, dir+"/r", nil), "a.tf=A k8s/sa.yaml=S k8s2/b.yaml=B")
	expect(t, "a folder in it", open(t, dir+"/r/k8s", nil), "sa.yaml=S")
	link(t, "r", dir+"/to-r")
	expect(t, "through a link", open(t, dir+"/to-r", nil), "a.tf=A k8s/sa.yaml=S k8s2/b.yaml=B")

	expect(t, "nothing added yet", open(t, with("r/.git/HEAD", "x")+"/r", nil), "")

	dir = with("main/.git/worktrees/w/index", ix, "r/.git", "gitdir: ../main/.git/worktrees/w\n")
	expect(t, "a work tree of its own", open(t, dir+"/r", nil), "a.tf=A k8s/sa.yaml=S k8s2/b.yaml=B")

	next := string(writer{version: 2, entries: files("a.tf", "k8s/u.yaml")}.bytes())
	dir = with("r/.git/index", ix, "r/.git/next-index-7.lock", next, "other/index", next)
	for env, want := range map[string]string{
		".git/index":                          "a.tf=A k8s/sa.yaml=S k8s2/b.yaml=B",
		".git/next-index-7.lock":              "a.tf=A k8s/u.yaml=U",
		dir + "/r/.git/next-index-7.lock":     "a.tf=A k8s/u.yaml=U",
		"../other/index":                      "a.tf=A k8s/sa.yaml=S k8s2/b.yaml=B",
		dir + "/nowhere/.git/next-index.lock": "a.tf=A k8s/sa.yaml=S k8s2/b.yaml=B",
	} {
		expect(t, env, open(t, dir+"/r", map[string]string{"GIT_INDEX_FILE": env}), want)
	}
	expect(t, "from a folder in it", open(t, dir+"/r/k8s", map[string]string{"GIT_INDEX_FILE": ".git/next-index-7.lock"}), "u.yaml=U")

	for what, c := range map[string]struct{ dir, want string }{
		"a broken index": {with("r/.git/index", ix[:60]), "malformed index"},
		"no git folder":  {with("r/.git", "gitdir: ../gone\n"), "no such file"},
		"another file":   {with("r/.git", "hello\n"), "names no folder of git"},
		"several lines":  {with("r/.git", "gitdir: a\nb\n"), "names no folder of git"},
		"a large file":   {with("r/.git", "gitdir: "+strings.Repeat("x", 5000)), "larger than"},
		"a folder":       {with("r/.git/index/x", ""), "not a regular file"},
	} {
		disk, err := source.OpenDisk(c.dir + "/r")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(c.dir+"/r", disk, os.Getenv); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want an error with %q", what, err, c.want)
		}
	}
	if _, err := Open("/", source.MapFS{}, os.Getenv); !errors.Is(err, ErrNoRepository) {
		t.Errorf("no repository: %v", err)
	}
}

func TestSubmodules(t *testing.T) {
	sub := string(writer{version: 2, entries: files("in.tf")}.bytes())
	const s = 0o160000
	main := string(writer{version: 2, entries: []made{
		{path: "empty", mode: s}, {path: "linked", mode: s}, {path: "old", mode: s}, {path: "outside", mode: s}, {path: "x/new", mode: s},
	}}.bytes())
	dir := folder(t, map[string]string{
		"r/.git/index": main, "r/.git/modules/new/index": sub,
		"r/x/new/.git": "gitdir: ../../.git/modules/new", "r/x/new/in.tf": "N", "r/x/new/not.tf": "-",
		"r/old/.git/index": sub, "r/old/in.tf": "O",
		"r/outside/.git": "gitdir: ../../elsewhere", "elsewhere/index": sub, "r/outside/in.tf": "-",
		"r/empty/in.tf": "-", "else/.git/index": sub, "else/in.tf": "-",
	})
	link(t, "../else", dir+"/r/linked")
	expect(t, "submodules", open(t, dir+"/r", nil), "old/in.tf=O x/new/in.tf=N")
	expect(t, "a folder that holds one", open(t, dir+"/r/x", nil), "new/in.tf=N")
	expect(t, "one by itself", open(t, dir+"/r/x/new", nil), "in.tf=N")

	// A repository that says it is a submodule of itself.
	dir = folder(t, map[string]string{"r/.git/index": string(writer{version: 2, entries: []made{{path: "a.tf"}, {path: "s", mode: s}}}.bytes()), "r/a.tf": "A", "r/s/.git": "gitdir: ../.git/."})
	expect(t, "a circle", open(t, dir+"/r", nil), "a.tf=A")
}

// TestGit compares with what git itself lists, where git is installed.
func TestGit(t *testing.T) {
	bin, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("IRSALINT_CI") != "" {
			t.Fatal(err)
		}
		t.Skip("git is not installed")
	}
	git := func(dir string, args ...string) string {
		t.Helper()
		cmd := exec.Command(bin, append([]string{"-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"}, args...)...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "PATH=" + os.Getenv("PATH")}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	// listed gives what git ls-files lists, without what is not in the work tree.
	listed := func(dir string) string {
		var out []string
		for name := range strings.SplitSeq(strings.TrimRight(git(dir, "ls-files", "-z", "--recurse-submodules"), "\x00"), "\x00") {
			if data, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				out = append(out, name+"="+string(data))
			}
		}
		return strings.Join(out, " ")
	}
	same := func(what, dir string) {
		t.Helper()
		want := listed(dir)
		if want == "" {
			t.Errorf("%s: git lists nothing", what)
		}
		expect(t, what, open(t, dir, nil), want)
	}
	fill := func(dir string) {
		for i := range 40 {
			write(t, fmt.Sprintf("%s/k8s/app-%02d/sa.yaml", dir, i), fmt.Sprint(i))
		}
		write(t, dir+"/main.tf", "M")
		write(t, dir+"/é 1.tf", "E")
	}
	for _, format := range []string{"sha1", "sha256"} {
		for _, version := range []string{"2", "3", "4"} {
			t.Run(format+" version "+version, func(t *testing.T) {
				dir := folder(t, nil)
				git(dir, "init", "-q", "--object-format="+format, ".")
				git(dir, "config", "index.version", version)
				fill(dir)
				git(dir, "add", ".")
				write(t, dir+"/untracked.tf", "U")
				same("added", dir)
				write(t, dir+"/later.tf", "L")
				git(dir, "add", "--intent-to-add", "later.tf")
				same("intended", dir)
				git(dir, "commit", "-qam", "x")
				git(dir, "update-index", "--assume-unchanged", "main.tf")
				write(t, dir+"/main.tf", "changed")
				git(dir, "rm", "-q", "--cached", "k8s/app-03/sa.yaml")
				git(dir, "mv", "k8s/app-04", "k8s/moved")
				if err := os.Remove(dir + "/k8s/app-05/sa.yaml"); err != nil {
					t.Fatal(err)
				}
				same("changed", dir)
				git(dir, "update-index", "--split-index")
				same("split", dir)
				git(dir, "rm", "-q", "--cached", "k8s/app-06/sa.yaml")
				git(dir, "add", "untracked.tf")
				write(t, dir+"/k8s/app-07/sa.yaml", "seven")
				git(dir, "add", "k8s/app-07")
				same("split and changed", dir)
				git(dir, "update-index", "--no-split-index", "--force-untracked-cache")
				same("joined", dir)
			})
		}
	}
	t.Run("sparse", func(t *testing.T) {
		dir := folder(t, nil)
		git(dir, "init", "-q", ".")
		fill(dir)
		git(dir, "add", ".")
		git(dir, "commit", "-qm", "x")
		git(dir, "sparse-checkout", "init", "--cone", "--sparse-index")
		git(dir, "sparse-checkout", "set", "k8s/app-01")
		same("sparse", dir)
	})
	t.Run("work tree and submodule", func(t *testing.T) {
		dir := folder(t, nil)
		for _, name := range []string{"lib", "main"} {
			git(dir, "init", "-q", name)
			fill(dir + "/" + name)
			git(dir+"/"+name, "add", ".")
			git(dir+"/"+name, "commit", "-qm", "x")
		}
		git(dir+"/main", "submodule", "--quiet", "add", dir+"/lib", "modules/lib")
		git(dir+"/main", "commit", "-qm", "y")
		write(t, dir+"/main/modules/lib/untracked.tf", "U")
		same("with a submodule", dir+"/main")
		same("the submodule", dir+"/main/modules/lib")
		git(dir+"/main", "worktree", "add", "-q", "../tree")
		git(dir+"/tree", "submodule", "--quiet", "update", "--init")
		git(dir+"/tree", "rm", "-q", "--cached", "main.tf")
		same("another work tree", dir+"/tree")
	})
	t.Run("conflict", func(t *testing.T) {
		dir := folder(t, nil)
		git(dir, "init", "-q", "-b", "a", ".")
		write(t, dir+"/f.tf", "1")
		git(dir, "add", ".")
		git(dir, "commit", "-qm", "1")
		git(dir, "checkout", "-qb", "b")
		write(t, dir+"/f.tf", "2")
		git(dir, "commit", "-qam", "2")
		git(dir, "checkout", "-q", "a")
		write(t, dir+"/f.tf", "3")
		git(dir, "commit", "-qam", "3")
		cmd := exec.Command(bin, "-c", "user.name=a", "-c", "user.email=a@b.c", "merge", "b")
		if cmd.Dir = dir; cmd.Run() == nil {
			t.Fatal("no conflict")
		}
		data, err := os.ReadFile(dir + "/f.tf")
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "in conflict", open(t, dir, nil), "f.tf="+string(data))
	})
}
