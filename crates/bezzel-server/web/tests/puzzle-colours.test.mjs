// The regions of puzzles are told apart in three kinds of colour blindness. No browser is needed.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

const palette = JSON.parse(await readFile(new URL("../../../bezzel-puzzle/src/palette.json", import.meta.url), "utf8"));

/** Simulations on linear RGB: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color
 * Vision Deficiency" (2009), severity 1. */
const KINDS = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (colour) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const seen = (rgb, kind) =>
  KINDS[kind].map((row) => row.reduce((sum, factor, at) => sum + factor * rgb[at], 0)).map((part) => Math.min(1, Math.max(0, part)));

/** CIE L*a*b* of linear sRGB under D65. */
function lab([r, g, b]) {
  const x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
  const [fx, fy, fz] = [x, y, z].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
const distance = (one, other) => Math.hypot(...one.map((value, at) => value - other[at]));
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** The distance above which two areas are clearly different, about five just noticeable differences. */
const CLEAR = 11;
/** The ink of patterns and lines on the colour of a region, and its opacity. */
const INK = linear("#23201d");
const PATTERN_OPACITY = 0.42;

describe("colours of regions", () => {
  for (const kind of Object.keys(KINDS)) {
    test(`${kind}: each two regions differ in colour or pattern`, () => {
      const colours = palette.colours.map((colour) => seen(linear(colour), kind));
      const labs = colours.map(lab);
      for (const [one, first] of labs.entries())
        for (const [other, second] of labs.slice(0, one).entries()) {
          const isClear = distance(first, second) >= CLEAR || palette.patterns[one] !== palette.patterns[other];
          assert.ok(isClear, `${one} and ${other}: ${distance(first, second)}`);
        }
    });

    test(`${kind}: patterns, queens and letters are seen on every colour`, () => {
      const ink = seen(INK, kind);
      for (const colour of palette.colours) {
        const ground = seen(linear(colour), kind);
        const drawn = ground.map((part, at) => part + PATTERN_OPACITY * (ink[at] - part));
        assert.ok(distance(lab(ground), lab(drawn)) >= CLEAR, `pattern on ${colour}`);
        assert.ok(contrast(luminance(ground), luminance(ink)) >= 4.5, `queen on ${colour}`);
      }
    });
  }

  test("no pattern looks like the crosses of a player", () => {
    // Lines in both diagonal directions that meet inside a square.
    for (const [region, pattern] of palette.patterns.entries()) {
      const lines = [...pattern.matchAll(/M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)/g)].map((line) => line.slice(1).map(Number));
      const slope = ([x, y, to, at]) => Math.sign((at - y) * (to - x));
      const crossing = lines.some((one) => slope(one) > 0 && lines.some((other) => slope(other) < 0));
      assert.ok(!crossing, `region ${region}: ${pattern}`);
    }
  });

  test("all patterns differ", () => {
    assert.equal(new Set(palette.patterns).size, 12);
    assert.equal(palette.colours.length, 12);
  });
});
