import fc from "fast-check";
import { expect, it } from "vitest";
import { sanitize } from "../../functions/chain/rich-text.ts";
import { slowness } from "../support/slowness.ts";

const attacks = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.test">x</a>',
  '<p style="position:fixed">x</p>',
  '<p id="root" class="x" name="y">x</p>',
  "<iframe src=//evil.test></iframe>",
  "<object data=x></object><embed src=x>",
  "<form action=//evil.test><input name=password><button>x</button></form>",
  "<base href=//evil.test>",
  "<meta http-equiv=refresh content=0>",
  "<link rel=stylesheet href=x>",
  "<style>*{display:none}</style>",
  "<template><script>x</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<details open ontoggle=alert(1)>x</details>",
  "<p onmouseover=alert(1)>x</p>",
  "<textarea></textarea><img src=x onerror=alert(1)>",
];

it.each(attacks)("leaves nothing that acts of %s", async (html) => {
  const safe = await sanitize(html);
  expect(safe).not.toMatch(/<(?!\/?(?:p|br|b|strong|i|em|u|s|ul|ol|li|h[1-4]|blockquote|a|code|pre|span)[\s/>])/i);
  expect(safe).not.toMatch(/<[^>]*\s(?:on\w+|style|id|class|name|src)\s*=/i);
  expect(safe).not.toMatch(/href="(?!https?:|mailto:)/i);
});

it("keeps what an editor writes, with links that give nothing away", async () => {
  const html =
    "<h2>Plan</h2><p>A <strong>bold</strong> <em>plan</em><br />in <code>two</code></p><ul><li>one</li></ul>";
  expect(await sanitize(html)).toBe(html);
  const counted = '<ol start="3"><li>a</li></ol>';
  expect(await sanitize(counted)).toBe(counted);
  expect(await sanitize('<ol start="1e9"><li>10<sup>5</sup> H<sub>2</sub>O x<SUP>ab</SUP></li></ol>')).toBe(
    "<ol><li>10⁵ H₂O x^(ab)</li></ol>",
  );
  expect(await sanitize('<a href="https://x.test/a">x</a>')).toBe(
    '<a href="https://x.test/a" rel="noopener noreferrer nofollow">x</a>',
  );
});

it.each([
  ['<p>10<sup class="x"><b>2</b></sup> H<sub style="a">2</sub>O</p>', "<p>10² H₂O</p>"],
  ["<p>x<sup>a<sub>2</sub></sup> y<sup>&amp;</sup><sup></sup></p>", "<p>x^(a₂) y^(&amp;)</p>"],
  [
    "<table><caption>Marks</caption><thead><tr><th>Name</th><th>Score</th></tr></thead><tbody><tr><td><p>Ann</p><p>B.</p></td><td>10<sup>2</sup></td></tr><tr><td> </td></tr></tbody></table><p>End</p>",
    "Marks<p>Name | Score</p><p>Ann B. | 10²</p><p>End</p>",
  ],
  ["<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>", "<p>a | b | c</p>"],
  ["<td>a</td><sup>2", "a²"],
])("keeps what raised signs and tables say: %s", async (html, kept) => {
  expect(await sanitize(html)).toBe(kept);
});

it("spells out in time by the length of the text", async () => {
  for (const piece of ["<sup>", "<table>", "<tr><td>", "<sup><sub>", "<table><tr><td>a"]) {
    const began = performance.now();
    await sanitize(piece.repeat(4000));
    expect(performance.now() - began, piece).toBeLessThan(2000 * slowness);
  }
});

it("changes nothing the second time", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...attacks,
      "<sup>",
      "</sup>",
      "<table>",
      "<tr>",
      "<td>",
      "</td>",
      "</table>",
      "<p>",
      "</p>",
      "<b>",
      "&amp;",
      "&lt;",
      "<",
      ">",
      '"',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const once = await sanitize(pieces.join(""));
      expect(await sanitize(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});
