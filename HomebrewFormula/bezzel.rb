# The formula of the repository as a tap: docs/install.md says how to use it.
class Bezzel < Formula
  desc "Count and show the solutions of the n-queens problem"
  homepage "https://github.com/bezzel/bezzel"
  license any_of: ["Apache-2.0", "MIT"]
  head "https://github.com/bezzel/bezzel.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/bezzel-cli")
    man1.mkpath
    system bin/"bezzel", "man", "--force", man1
    generate_completions_from_executable(bin/"bezzel", "completions")
  end

  test do
    assert_equal "14200", shell_output("#{bin}/bezzel count 12").strip
  end
end
