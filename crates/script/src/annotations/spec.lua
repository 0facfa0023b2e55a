
-- Tests in Lua (`tests/*.spec.lua`).

---@class bastide.TestGame
---@field play fun(self: bastide.TestGame, ...: string): bastide.TestGame Moves as scenarios write them.
---@field place fun(self: bastide.TestGame, player: string, tile: string, x: number, y: number, rotation?: number): bastide.TestGame
---@field deploy fun(self: bastide.TestGame, player: string, figure: string, segment: string): bastide.TestGame
---@field expect fun(self: bastide.TestGame, keys: table): bastide.TestGame The keys of `[scenario.expect]`.
---@field options fun(self: bastide.TestGame): string[] Options after the last move.
---@field refusal fun(self: bastide.TestGame, move: string): string[] Rules that forbid a move.
---@field points fun(self: bastide.TestGame, player: string): number
---@field supply fun(self: bastide.TestGame, player: string, figure: string): number
---@field tokens fun(self: bastide.TestGame, player: string, token: string): number
---@field cited fun(self: bastide.TestGame): string[] Rules in the log.
---@field over fun(self: bastide.TestGame): boolean

---@class bastide.Expected
---@field is fun(self: bastide.Expected, wanted: any)
---@field is_not fun(self: bastide.Expected, unwanted: any)
---@field has fun(self: bastide.Expected, part: any)
---@field has_not fun(self: bastide.Expected, part: any)

---@param title string
---@param body fun()
function describe(title, body) end

---@param title string
---@param body fun()
function it(title, body) end

---@param value any
---@return bastide.Expected
function expect(value) end

---@param keys? table
---@return bastide.TestGame
function game(keys) end
