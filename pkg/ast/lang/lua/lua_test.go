package lua

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "a.lua",
			In: `--- Finds files by name.
-- @module finder

local util, Job = require("app.util"), require 'plenary.job'
local get = require("app.get").get
local M = { inline = function(x) end }
local count <const> = 3

local function private(x) return x end

--- Opens one.
---@param path string
---@return boolean
function M.open(path, ...)
  local late = require "app.late"
end
function M:close() end
M._hidden = function() end
M.limit = 10
M.config.depth = 1
function M.sub.deep(a) end
helper = function(q) end
function global() end
dofile("setup.lua")
return M
`,
			Want: `{"state":"ok","doc":"Finds files by name.","symbols":[
				{"name":"inline","kind":"function","signature":"inline(x)","exported":true},
				{"name":"private","kind":"function","signature":"private(x)"},
				{"name":"open","kind":"function","signature":"open(path, ...)","exported":true,"doc":"Opens one."},
				{"name":"close","kind":"method","signature":"close()","exported":true},
				{"name":"_hidden","kind":"function","signature":"_hidden()"},
				{"name":"limit","kind":"variable","signature":"limit = 10","exported":true},
				{"name":"depth","kind":"variable","signature":"config.depth = 1","parent":"config","exported":true},
				{"name":"deep","kind":"function","signature":"sub.deep(a)","parent":"sub","exported":true},
				{"name":"helper","kind":"function","signature":"helper(q)","exported":true},
				{"name":"global","kind":"function","signature":"global()","exported":true}],
				"imports":[{"raw":"app.util"},{"raw":"plenary.job"},{"raw":"app.get"},{"raw":"app.late"},{"raw":"setup.lua","form":"file"}]}`,
		},
		{
			File: "b.lua",
			In:   "--[[ Copyright X ]]\n\n--[[\nShapes of things.\n]]\n\nlocal function area(w, h) end\nlocal Shape = {}\nShape.__index = Shape\nfunction Shape.new(x) end\nfunction Shape:draw() end\nreturn { surface = area, Shape = Shape, zero = function() end }\n",
			Want: `{"state":"ok","doc":"Shapes of things.","symbols":[{"name":"surface","kind":"function","signature":"surface(w, h)","exported":true},
				{"name":"Shape","kind":"variable","signature":"Shape","exported":true},
				{"name":"new","kind":"function","signature":"Shape.new(x)","parent":"Shape","exported":true},{"name":"draw","kind":"method","signature":"Shape:draw()","parent":"Shape","exported":true},
				{"name":"zero","kind":"function","signature":"zero()","exported":true}]}`,
		},
		{File: "c.lua", In: "local f\nlocal function g(a) end\nreturn g\n", Want: `{"state":"ok","symbols":[{"name":"g","kind":"function","signature":"g(a)","exported":true,"default":true}]}`},
		{File: "g.lua", In: "-- Not about the file.\nvim.x = 1\nreturn function(a, b) end\n", Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(a, b)","exported":true,"default":true}]}`},
		{File: "h.lua", In: "return { postgres = { up = 1 }, [2] = 3, \"x\" }\n", Want: `{"state":"ok","symbols":[{"name":"postgres","kind":"property","signature":"postgres","exported":true}]}`},
		{File: "d.lua", In: "local M = {}\nfunction M.a() end\nreturn setmetatable(M, {})\n", Want: `{"state":"ok","symbols":[{"name":"a","kind":"function","signature":"a()","exported":true}]}`},
		{File: "e.lua", In: "function a() end\nfunction (((\n", Want: `{"state":"partial","symbols":[{"name":"a","kind":"function","signature":"a()","exported":true}]}`},
		{File: "f.lua", In: "vim.opt.x = 1\nT = {}\nT.a = 2\nif y then z = 1 end\n", Want: `{"state":"ok","symbols":[{"name":"T","kind":"variable","signature":"T","exported":true},{"name":"a","kind":"variable","signature":"T.a = 2","parent":"T","exported":true},{"name":"z","kind":"variable","signature":"z = 1","exported":true}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 16<<10, "function a() ", "(", "{", "a.", "a=", "if a then ", "[[", "--[[", "f(", "\"", "return {", "require(")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "local M = {}\nfunction M.a(b) end\nreturn M", "return { a = b, c = function() end }", "local a <const> = require('b').c\n--- d\nfunction a:e() end")
}
