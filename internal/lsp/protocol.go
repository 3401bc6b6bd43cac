package lsp

// What is used of the protocol, version 3.17, under its names.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // from 0, in units of the encoding that was agreed on
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type workspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

type initializeParams struct {
	RootURI          *string           `json:"rootUri"`
	RootPath         *string           `json:"rootPath"`
	WorkspaceFolders []workspaceFolder `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type openParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type changeParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []struct {
		Range *textRange `json:"range"`
		Text  string     `json:"text"`
	} `json:"contentChanges"`
}

type saveParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type closeParams saveParams

type foldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type watchedParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

type positionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

// Severities of diagnostics.
const (
	severityError = iota + 1
	severityWarning
	severityInformation
	severityHint
)

type diagnostic struct {
	Range    textRange          `json:"range"`
	Severity int                `json:"severity"`
	Code     string             `json:"code"`
	Source   string             `json:"source"`
	Message  string             `json:"message"`
	Related  []related          `json:"relatedInformation,omitempty"`
	Data     *diagnosticDetails `json:"data,omitempty"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// diagnosticDetails is what irsalint itself needs to know of a diagnostic that
// a client hands back.
type diagnosticDetails struct {
	Fingerprint string `json:"fingerprint"`
	Help        string `json:"help,omitempty"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type hover struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Types of messages to the person.
const (
	messageError = 1
	messageInfo  = 3
)

type showParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}
