
;(() => {
  // Calls one function of the answer above as LeetCode does, all calls in one process.
  // Arguments: the file for the results, the function, and each n.
  const [results, name, ...sizes] = process.argv.slice(2);
  const { appendFileSync, writeFileSync } = require("node:fs");
  const known = { totalNQueens: undefined, solveNQueens: undefined };
  try { known.totalNQueens = totalNQueens; } catch {}
  try { known.solveNQueens = solveNQueens; } catch {}
  let owner;
  try { owner = Solution; } catch {}
  const isMethod = owner !== undefined && typeof owner.prototype?.[name] === "function";
  if (!isMethod && typeof known[name] !== "function") process.exit(3);
  writeFileSync(results, "");
  for (const size of sizes) {
    appendFileSync(results, `call ${size}\n`);
    const value = isMethod ? new owner()[name](Number(size)) : known[name](Number(size));
    appendFileSync(results, `value ${JSON.stringify(value) ?? "null"}\n`);
  }
})();
