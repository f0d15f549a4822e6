// Calls one function of the answer as LeetCode does: a new Solution for each call, all calls in one
// process. Arguments: the file for the results, the function, and each n.
#include <algorithm>
#include <array>
#include <bitset>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
using namespace std;
#define main bezzel_their_main
#line 1
// ANSWER

#undef main

namespace bezzel_harness {
std::string json(int value) { return std::to_string(value); }
std::string json(const std::string& text) {
  std::string quoted = "\"";
  for (unsigned char letter : text) {
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", letter);
    quoted += letter >= ' ' && letter < 127 && letter != '"' && letter != '\\' ? std::string(1, letter) : code;
  }
  return quoted + "\"";
}
template <class Item> std::string json(const std::vector<Item>& items) {
  std::string text = "[";
  for (const auto& item : items) text += (text.size() > 1 ? "," : "") + json(item);
  return text + "]";
}
template <class Owner> bool call(const std::string& function, int n, std::string& text) {
  if constexpr (requires(Owner owner) { owner.totalNQueens(1); }) {
    if (function == "totalNQueens") {
      text = json(Owner().totalNQueens(n));
      return true;
    }
  }
  if constexpr (requires(Owner owner) { owner.solveNQueens(1); }) {
    if (function == "solveNQueens") {
      text = json(Owner().solveNQueens(n));
      return true;
    }
  }
  return false;
}
}  // namespace bezzel_harness

int main(int count, char** arguments) {
  std::FILE* out = std::fopen(arguments[1], "w");
  if (!out) return 4;
  for (int at = 3; at < count; at++) {
    std::fprintf(out, "call %s\n", arguments[at]);
    std::fflush(out);
    std::string text;
    if (!bezzel_harness::call<Solution>(arguments[2], std::atoi(arguments[at]), text)) return 3;
    std::fprintf(out, "value %s\n", text.c_str());
    std::fflush(out);
  }
  std::fclose(out);
}
