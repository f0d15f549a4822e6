/**
 * @param {number} n
 * @return {number}
 */
var totalNQueens = function(n) {
  const go = (r, c, a, b) => r === n ? 1 : [...Array(n).keys()].filter(k => !(c >> k & 1 || a >> (r + k) & 1 || b >> (r - k + n) & 1))
    .reduce((s, k) => s + go(r + 1, c | 1 << k, a | 1 << (r + k), b | 1 << (r - k + n)), 0);
  return go(0, 0, 0, 0);
};
