-- Drives nvim-dap on the configuration of docs/debug-adapter.md, and writes what it saw, a line each:
--   nvim --headless -u NONE --cmd 'set rtp+=NVIM_DAP' -c 'luafile neovim.lua'
-- with WARPWISE_TEST_CONFIGURATION (a Lua file), WARPWISE_TEST_KERNEL (a .cu file) and WARPWISE_TEST_LOG in the environment.
local dap = require("dap")
local log = assert(io.open(vim.env.WARPWISE_TEST_LOG, "w"))
local function say(...)
  log:write(string.format(...), "\n")
  log:flush()
end
local function finish()
  log:close()
  vim.cmd("qall!")
end
vim.notify = function(text, level)  -- what it says of a session that goes as it should differs from version to version
  if (level or vim.log.levels.INFO) >= vim.log.levels.WARN then say("notify: %s", text) end
end

local stops = 0
dap.listeners.after.event_stopped["test"] = function() stops = stops + 1 end
dap.listeners.after.event_output["test"] = function(_, body)
  if body.category ~= "stdout" and body.category ~= "telemetry" then say("output %s: %s", body.category, vim.trim(body.output)) end
end

-- Where it stands once it has stopped again.
local function wait_for_stop(before, what)
  local came = vim.wait(20000, function()
    local session = dap.session()
    return stops > before and session ~= nil and session.stopped_thread_id ~= nil and session.current_frame ~= nil
  end, 10)
  if not came then
    say("%s: no stop", what)
    return finish()
  end
  vim.wait(200)
  local session = dap.session()
  say("%s: thread %d, line %d", what, session.stopped_thread_id, session.current_frame.line)
end

local function evaluate(text)
  local result
  dap.session():evaluate(text, function(err, response) result = err and tostring(err.message or err) or response.result end)
  vim.wait(5000, function() return result ~= nil end, 10)
  say("%s is %s", text, result)
end

local steps = {
  function()
    vim.cmd("filetype on")
    dofile(vim.env.WARPWISE_TEST_CONFIGURATION)
    vim.cmd.edit(vim.env.WARPWISE_TEST_KERNEL)
    say("filetype: %s", vim.bo.filetype)
    dap.continue()
    wait_for_stop(0, "launched")
  end,
  function()
    local before = stops
    dap.step_over()
    wait_for_stop(before, "step over")
  end,
  function()  -- two quick steps
    local before = stops
    dap.step_over()
    dap.step_over()
    vim.wait(3000, function() return stops >= before + 2 end, 10)
    wait_for_stop(before, "two quick steps over")
  end,
  function()
    local before = stops
    dap.step_back()
    wait_for_stop(before, "step back")
    evaluate("i")
    evaluate("x[i]@3")
  end,
  function()
    -- warps take turns: the other one has passed the lines before
    vim.api.nvim_win_set_cursor(0, { 7, 0 })
    dap.set_breakpoint("i == 40")
    local before = stops
    dap.continue()
    wait_for_stop(before, "condition")
  end,
  function()
    local before = stops
    dap.reverse_continue()
    wait_for_stop(before, "reverse continue")
  end,
  function()
    local before = stops
    dap.restart()
    wait_for_stop(before, "restart")
    vim.wait(500)
    say("after the restart: %d more stops, session %s", stops - before, dap.session() and "there" or "gone")
  end,
  function()
    dap.terminate()
    vim.wait(5000, function() return dap.session() == nil end, 10)
    say("session %s", dap.session() and "there" or "gone")
  end,
}
for _, step in ipairs(steps) do
  local good, problem = pcall(step)
  if not good then
    say("error: %s", problem)
    break
  end
end
finish()
