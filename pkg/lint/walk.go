package lint

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/source"
)

// skippedDirs are folders that hold copies or caches: what they declare is
// reached by other ways (installed modules by .terraform/modules) or not ours.
// Other hidden folders hold real code and are walked.
var skippedDirs = [...]string{".git", "node_modules", "vendor", ".terragrunt-cache", ".terraform"}

// walked is what a walk found.
type walked struct {
	// files are the regular files with an ending that matters, sorted.
	files []string
	// links are those of files that are symbolic links to a file.
	links map[string]bool
	// unread are folders that could not be listed, with the reason.
	unread map[string]error
}

// walk lists the files below dirs that paths let be read. Folders are listed by several workers, as
// most of the time is spent waiting for the kernel. Symbolic links to folders
// are not followed: what they name is walked where it stands, and Terraform
// follows module paths by itself.
func walk(ctx context.Context, fsys source.FS, dirs []string, paths *config.Config, jobs int) walked {
	w := &walker{fsys: fsys, ctx: ctx, paths: paths}
	w.cond = sync.NewCond(&w.mu)
	w.out = walked{links: map[string]bool{}, unread: map[string]error{}}
	w.queue = append(w.queue, dirs...)
	var wg sync.WaitGroup
	for range max(jobs, 1) {
		wg.Go(w.work)
	}
	wg.Wait()
	slices.Sort(w.out.files)
	w.out.files = slices.Compact(w.out.files) // folders given twice
	return w.out
}

type walker struct {
	fsys  source.FS
	ctx   context.Context
	paths *config.Config // what of it is read

	mu    sync.Mutex
	cond  *sync.Cond
	queue []string
	busy  int // workers that may still add to the queue
	out   walked
}

func (w *walker) work() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.queue) == 0 && w.busy > 0 {
			w.cond.Wait()
		}
		if len(w.queue) == 0 || w.ctx.Err() != nil {
			w.cond.Broadcast()
			return
		}
		dir := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.busy++
		w.mu.Unlock()
		dirs, files, links, err := w.list(dir)
		w.mu.Lock()
		w.busy--
		if err != nil {
			w.out.unread[dir] = err
		}
		w.queue = append(w.queue, dirs...)
		w.out.files = append(w.out.files, files...)
		for _, l := range links {
			w.out.links[l] = true
		}
		w.cond.Broadcast()
	}
}

// list gives the folders and the files that matter in one folder.
func (w *walker) list(dir string) (dirs, files, links []string, err error) {
	entries, err := w.fsys.ReadDir(dir)
	for _, e := range entries { // those before an error count
		name := e.Name()
		full := path.Join(dir, name)
		switch {
		case e.IsDir():
			if !slices.Contains(skippedDirs[:], name) && w.paths.Enters(full) {
				dirs = append(dirs, full)
			}
		case formatOf(name) == "" || !w.paths.Reads(full):
		case e.Type().IsRegular():
			files = append(files, full)
		case e.Type()&fs.ModeSymlink != 0:
			// One that leads out of the project is a file that cannot be read.
			if info, err := w.fsys.Stat(full); err == nil && info.Mode().IsRegular() || source.Outside(err) {
				files = append(files, full)
				links = append(links, full)
			}
		}
	}
	return dirs, files, links, err
}

// Formats by file name.
const (
	formatTerraform = "terraform"
	formatYAML      = "yaml"
	formatJSON      = "json"
)

// formatOf gives the language that a file name speaks for, empty for those
// that are not read.
func formatOf(name string) string {
	if isKustomization(name) {
		return formatYAML
	}
	switch source.Ext(name) {
	case "tf", "tofu":
		return formatTerraform
	case "yaml", "yml":
		return formatYAML
	case "json":
		if ext := source.Ext(name[:len(name)-len(".json")]); ext == "tf" || ext == "tofu" {
			return formatTerraform
		}
		return formatJSON
	}
	return ""
}
