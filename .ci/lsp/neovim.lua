-- What irsalint lsp gives to Neovim 0.7 and later, for
-- nvim --headless -u NONE -c 'luafile neovim.lua'.
-- IRSALINT is the program, PROJECT a copy of testdata/sample.
local program, project = os.getenv('IRSALINT'), os.getenv('PROJECT')

local function check(ok, what, got)
  if not ok then
    io.stderr:write('neovim: ' .. what .. '\n' .. vim.inspect(got) .. '\n')
    vim.cmd('cquit 1')
  end
end

local function main()
  local client = vim.lsp.start_client({ name = 'irsalint', cmd = { program, 'lsp' }, root_dir = project })
  check(client, 'the server does not start')

  local function open(name)
    vim.cmd('edit ' .. vim.fn.fnameescape(project .. '/' .. name))
    local buffer = vim.api.nvim_get_current_buf()
    vim.lsp.buf_attach_client(buffer, client)
    return buffer
  end
  local yaml, hcl = open('k8s/observability/tempo.yaml'), open('terraform/irsa.tf')

  local function wait(what, ok)
    local done = vim.wait(60000, ok, 50)
    check(done, what, { vim.diagnostic.get(yaml), vim.diagnostic.get(hcl) })
  end
  local function one(buffer, line, column, severity)
    return function()
      local list = vim.diagnostic.get(buffer)
      return #list == 1 and list[1].lnum == line and list[1].col == column and list[1].severity == severity
        and list[1].source == 'irsalint' and list[1].message:find('pelican%-tempo') ~= nil
    end
  end
  local function none(buffer)
    return function() return #vim.diagnostic.get(buffer) == 0 end
  end
  local function ask(buffer, method, line, character)
    local answers, err = vim.lsp.buf_request_sync(buffer, method, {
      textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character },
    }, 60000)
    check(answers and answers[client] and not answers[client].err, method .. ': ' .. tostring(err), answers)
    return answers[client].result
  end

  wait('the mistake is not shown', one(yaml, 11, 32, vim.diagnostic.severity.ERROR))
  wait('the other end is not shown', one(hcl, 30, 19, vim.diagnostic.severity.INFO))

  local hover = ask(yaml, 'textDocument/hover', 11, 40)
  check(hover and hover.contents.value:find('## Why', 1, true), 'hover', hover)
  hover = ask(hcl, 'textDocument/hover', 30, 25)
  check(hover and hover.contents.value:find('verified by irsalint', 1, true), 'hover in HCL', hover)

  local at = ask(yaml, 'textDocument/definition', 11, 40)
  check(#at == 1 and vim.uri_to_fname(at[1].uri) == vim.api.nvim_buf_get_name(hcl), 'definition of the role', at)
  local text = vim.api.nvim_buf_get_lines(hcl, at[1].range.start.line, at[1].range.start.line + 1, true)[1]
  check(text:find('resource "aws_iam_role" "irsa"', 1, true), 'definition of the role', text)

  -- Mended in the buffer alone, at the end that is not wrong.
  local tfvars = open('terraform/terraform.tfvars')
  local lines = vim.api.nvim_buf_get_lines(tfvars, 0, -1, true)
  for i, line in ipairs(lines) do
    lines[i] = line:gsub('monitoring', 'observability')
  end
  vim.api.nvim_buf_set_lines(tfvars, 0, -1, true, lines)
  wait('the mistake stays', none(yaml))
  wait('the other end stays', none(hcl))
  at = ask(hcl, 'textDocument/definition', 30, 25)
  local names = {}
  for _, l in ipairs(at) do
    table.insert(names, vim.fn.fnamemodify(vim.uri_to_fname(l.uri), ':t'))
  end
  table.sort(names)
  check(table.concat(names, ' ') == 'external-dns.yaml karpenter.yaml tempo.yaml', 'definition of a subject', at)

  vim.cmd('undo')
  wait('the mistake does not come back', one(yaml, 11, 32, vim.diagnostic.severity.ERROR))
  vim.cmd('bwipeout!') -- closes it unsaved; the file still has the mistake
  wait('the mistake goes', one(yaml, 11, 32, vim.diagnostic.severity.ERROR))

  vim.lsp.stop_client(client)
  check(vim.wait(10000, function() return vim.lsp.get_client_by_id(client) == nil end, 50), 'the server does not stop')
end

local ok, err = xpcall(main, debug.traceback)
check(ok, err)
io.stdout:write('neovim ' .. vim.version().major .. '.' .. vim.version().minor .. ': ok\n')
vim.cmd('qall!')
