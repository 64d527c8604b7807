import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { world } from "../support/world.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
let page: Page;
let text: Locator;
beforeAll(async () => {
  browser = await openBrowser();
  const ada = (await world.newOrganization("Pasting School")).as("Ada");
  await ada.token();
  ({ page } = await visit(browser, world.origin));
  await page.addInitScript(focusEarly);
  await signIn(page, ada.email, ada.password);
  await page.goto(paths.createCredentialStep(0));
  // the editor itself, and not what stands in its place until it is there
  text = page.locator(".ProseMirror").and(page.getByRole("textbox", { name: "Description", exact: true }));
  await text.click();
});
afterAll(() => browser?.close());

/** Gives the focus to what stands in the editor's place, so long after it is there as the test says. */
function focusEarly(): void {
  const delayMs = sessionStorage.getItem("focus after");
  if (delayMs === null) return;
  const seen = new MutationObserver(() => {
    const place = () => document.querySelector<HTMLElement>("[aria-label='Score description']");
    if (!place()) return;
    seen.disconnect();
    setTimeout(() => place()?.focus(), Number(delayMs));
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** What the editor holds once this is pasted in place of all it had, as it is sent to be saved. */
async function pasted(html: string): Promise<string> {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  return text.evaluate((room, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", content);
    room.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    return room.innerHTML
      .replace(/<br class="ProseMirror-trailingBreak">/g, "")
      .replace(/\s+/g, " ")
      .replace(/<p><\/p>$/, "");
  }, html);
}

const wordItem = (mark: string, text: string, level = 1) =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`;
const onlineItem = (text: string, { level = 1, start = 1, list = "ol" } = {}) =>
  `<div class="ListContainerWrapper"><${list} start="${start}"><li data-aria-level="${level}"><p><span>${text}</span></p></li></${list}></div>`;

test.each([
  [
    "Google Docs keeps what is bold, italic, underlined and struck apart",
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain words and </span><span style="font-weight:700">bold words</span><span style="font-style:italic"> italic words</span><span style="text-decoration:underline"> underlined</span><span style="text-decoration:line-through"> struck</span></p></b>`,
    "<p>Plain words and <strong>bold words</strong><em> italic words</em><u> underlined</u><s> struck</s></p>",
  ],
  [
    "a web page keeps each row of a table, its heading first",
    "<table><thead><tr><th>Name</th><th>Score</th></tr></thead><tbody><tr><td>Ann</td><td>12</td></tr><tr><td>Bob</td><td>7</td></tr></tbody></table>",
    "<p>Name | Score</p><p>Ann | 12</p><p>Bob | 7</p>",
  ],
  [
    "Excel keeps its cells apart",
    "<table><tr height=20><td class=xl65>Name</td><td>Score</td></tr><tr><td>Ann</td><td>12</td></tr></table>",
    "<p>Name | Score</p><p>Ann | 12</p>",
  ],
  [
    "a table keeps its caption and its words apart, and a table within a cell comes once",
    "<table><caption>Rows</caption><tr><td><p>Ann</p><p>B.</p></td><td>x<br>y<table><tr><td>b</td><td>c</td></tr></table></td></tr></table>",
    "<p>Rows</p><p>Ann B. | x y b | c</p>",
  ],
  [
    "raised and lowered signs say the same number",
    '<p>10<sup>5</sup> Pa, H<sub>2</sub>O, x<sup>ab</sup>, y<span style="vertical-align:super">2</span></p>',
    "<p>10⁵ Pa, H₂O, x^(ab), y²</p>",
  ],
  [
    "Word’s lists are lists, with their numbers and sublists",
    wordItem("3.", "Open") + wordItem("4.", "Read") + wordItem("·", "slowly", 2) + wordItem("5.", "Close"),
    '<ol start="3"><li><p>Open</p></li><li><p>Read</p><ul><li><p>slowly</p></li></ul></li><li><p>Close</p></li></ol>',
  ],
  [
    "Word on the web’s entries are one list",
    onlineItem("Open") + onlineItem("slowly", { level: 2, list: "ul" }) + onlineItem("Close", { start: 2 }),
    "<ol><li><p>Open</p><ul><li><p>slowly</p></li></ul></li><li><p>Close</p></li></ol>",
  ],
  [
    "blocks of a web page stay paragraphs",
    "<div><div>One</div><section>Two <del>three</del></section><h5>Four</h5></div>",
    "<p>One</p><p>Two <s>three</s></p><h4>Four</h4>",
  ],
  ["what is for programs goes", "<xml><w:WordDocument>junk</w:WordDocument></xml><p>Text</p>", "<p>Text</p>"],
  [
    "what is for programs goes also where it is nested or has no end",
    "<p>Text</p><XML a='1'>x<xml>y</xml><style>p{}</STYLE><p>More</p><xml><p>End</p>",
    "<p>Text</p><p>More</p><p>End</p>",
  ],
  [
    "nothing that runs comes along",
    '<p onclick="a()">Text<script>b()</script><img src=x onerror=c()></p>',
    "<p>Text</p>",
  ],
])("pasted, %s", async (_, html, kept) => expect(await pasted(html)).toBe(kept));

test("that an image was left out is said", async () => {
  await pasted('<p>Text<img src="https://example.com/a.png"></p>');
  await page.getByText("Images and recordings weren’t pasted. This field keeps text.").waitFor();
  await pasted("<p>Text</p>");
  await page.getByText("Images and recordings weren’t pasted.").waitFor({ state: "detached" });
});

test("what is typed while the editor is on its way is not lost, whenever its place got the focus", async () => {
  await page.route("**/rich-text-editor-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await route.continue();
  });
  for (const afterMs of [0, 80, 140, 200, 230, 245, 260]) {
    await page.evaluate((delayMs) => sessionStorage.setItem("focus after", String(delayMs)), afterMs);
    await page.reload();
    const place = page.getByRole("textbox", { name: "Score description", exact: true });
    await place.waitFor();
    const focused = () => document.activeElement?.getAttribute("aria-label") === "Score description";
    await page.waitForFunction(focused);
    await page.keyboard.type("whole", { delay: 40 });
    await expect.poll(() => place.textContent()).toBe("whole");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
  }
});
