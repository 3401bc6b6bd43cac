// What irsalint lsp gives to the reference client, in both encodings.
// node client.mjs PROGRAM PROJECT, a copy of testdata/sample; NODE_MODULES is
// the folder that the client's packages are in.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import assert from 'node:assert/strict'

const load = createRequire(process.env.NODE_MODULES + '/')
const rpc = load('vscode-jsonrpc/node')
const lsp = load('vscode-languageserver-protocol/node')
const [program, project] = process.argv.slice(2)

const uri = (name) => pathToFileURL(`${project}/${name}`).href
const text = (name) => readFileSync(`${project}/${name}`, 'utf8')
const yaml = 'k8s/observability/tempo.yaml'
const hcl = 'terraform/irsa.tf'

async function session(encodings, work) {
  const server = spawn(program, ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin))
  connection.onError(([err]) => assert.fail(err))
  const shown = new Map()
  let wake = () => {}
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => { shown.set(p.uri, p); wake() })
  const registered = []
  connection.onRequest(lsp.RegistrationRequest.type, (p) => { registered.push(...p.registrations) })
  connection.listen()

  const until = async (what, ok) => {
    const end = Date.now() + 60_000
    while (!ok()) {
      assert(Date.now() < end, `${what}: ${JSON.stringify([...shown])}`)
      await new Promise((resolve) => { wake = resolve; setTimeout(resolve, 1000) })
    }
  }
  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: [{ uri: pathToFileURL(project).href, name: 'sample' }],
    capabilities: {
      general: { positionEncodings: encodings },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true },
      textDocument: { publishDiagnostics: { relatedInformation: true, versionSupport: true } },
    },
  })
  await connection.sendNotification(lsp.InitializedNotification.type, {})
  await work({ connection, capabilities, shown, registered, until })
  await connection.sendRequest(lsp.ShutdownRequest.type)
  await connection.sendNotification(lsp.ExitNotification.type)
  assert.equal(await ended, 0)
  connection.dispose()
}

const at = (name, needle) => {
  const before = text(name).slice(0, text(name).indexOf(needle) + 1).split('\n')
  return { textDocument: { uri: uri(name) }, position: { line: before.length - 1, character: before.at(-1).length } }
}

await session(['utf-8', 'utf-16'], async ({ connection, capabilities, shown, registered, until }) => {
  assert.equal(capabilities.positionEncoding, 'utf-8')
  const of = (name) => shown.get(uri(name))?.diagnostics ?? []
  await until('both ends', () => of(yaml).length === 1 && of(hcl).length === 1)
  const [main, other] = [of(yaml)[0], of(hcl)[0]]
  assert(lsp.Diagnostic.is(main) && lsp.Diagnostic.is(other))
  assert.equal(main.severity, lsp.DiagnosticSeverity.Error)
  assert.equal(other.severity, lsp.DiagnosticSeverity.Information)
  assert.equal(main.code, 'irsa/subject-mismatch')
  assert.deepEqual(main.relatedInformation.map((r) => r.location), [{ uri: uri(hcl), range: other.range }])
  assert.deepEqual(other.relatedInformation.map((r) => r.location), [{ uri: uri(yaml), range: main.range }])
  await until('the registration', () => registered.length === 1)
  assert.equal(registered[0].method, lsp.DidChangeWatchedFilesNotification.method)

  const hover = await connection.sendRequest(lsp.HoverRequest.type, at(yaml, 'arn:aws'))
  assert(lsp.Hover.is(hover) && hover.contents.value.includes('## Why'), JSON.stringify(hover))
  const role = await connection.sendRequest(lsp.DefinitionRequest.type, at(yaml, 'arn:aws'))
  assert.equal(role.length, 1)
  assert(lsp.Location.is(role[0]) && role[0].uri === uri(hcl))

  const mended = text(yaml).replaceAll('observability', 'monitoring')
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type,
    { textDocument: { uri: uri(yaml), languageId: 'yaml', version: 7, text: mended } })
  await until('both ends to be mended', () => of(yaml).length === 0 && of(hcl).length === 0)
  assert.equal(shown.get(uri(yaml)).version, 7)
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type,
    { textDocument: { uri: uri(yaml), version: 8 }, contentChanges: [{ text: '# é😀\r\n' + text(yaml).replace('  annotations', '  x: {"😀": 1}\n  annotations') }] })
  await until('the mistake to come back, two lines on', () => of(yaml).length === 1 && of(yaml)[0].range.start.line === main.range.start.line + 2)
  await connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: uri(yaml) } })
  await until('the file itself', () => of(yaml).length === 1 && of(yaml)[0].range.start.line === main.range.start.line)

  const source = new rpc.CancellationTokenSource()
  const cancelled = connection.sendRequest('irsalint/none', source.token)
  source.cancel()
  await assert.rejects(cancelled)
})

await session(undefined, async ({ capabilities, shown, until }) => {
  assert.equal(capabilities.positionEncoding, 'utf-16')
  await until('both ends', () => shown.get(uri(yaml))?.diagnostics.length === 1 && shown.get(uri(hcl))?.diagnostics.length === 1)
})

console.log(`vscode-languageserver-protocol on node ${process.version}: ok`)
process.exit(0)
