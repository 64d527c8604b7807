import { readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { badgeSvg } from "../../shared/credential/badge.ts";
import { takeTokensFrom } from "../../web/api/client.ts";
import { ConfirmDialog } from "../../web/ui/dialogs/confirm.tsx";
import { currentFlashes } from "../../web/ui/dialogs/flash.ts";
import { NumberField, TextField } from "../../web/ui/forms/fields.tsx";
import { FileTile } from "../../web/ui/forms/files/file-tile.tsx";
import { readPicture } from "../../web/ui/forms/files/picture-rules.ts";
import { FormDialog } from "../../web/ui/forms/form-dialog.tsx";
import { pastedHtml } from "../../web/ui/forms/rich-text/pasted-html.ts";
import RichTextEditor from "../../web/ui/forms/rich-text/rich-text-editor.tsx";
import { CategoryAndSkillsFields } from "../../web/ui/forms/skills-field.tsx";
import { columnWidths } from "../../web/ui/lists/column-widths.ts";
import { Avatar } from "../../web/ui/look/pictures/avatar.tsx";
import { Badge } from "../../web/ui/look/pictures/badge.tsx";
import { Picture } from "../../web/ui/look/pictures/picture.tsx";
import { Progress } from "../../web/ui/look/progress.tsx";
import { SkillTags, Tag } from "../../web/ui/look/skill-tags.tsx";
import { useDevice } from "../../web/ui/width.ts";
import { answerInstead } from "../support/portal.tsx";
import { slowness } from "../support/slowness.ts";

afterEach(() => void vi.useRealTimers());

/** What an image shows, in its own words: a default one is not what was asked for. */
const shown = (name: string) => screen.getByRole<HTMLImageElement>("img", { name }).getAttribute("src");

describe("a picture", () => {
  test("of a person is their initials where there is none, where it is '#', and where it fails", () => {
    const initials = (name: string) => screen.getByRole("img", { name }).getAttribute("data-initials");
    render(
      <>
        <Avatar src={undefined} of="Rita Maria Rivers" label="Rita" />
        <Avatar src="#" of="Ödön" label="Ödön" />
        <Avatar src="/media/ada.png" of="Ada Lane" label="Ada" online />
        <Avatar src="" of=" " label="nobody yet" />
      </>,
    );
    expect(initials("Rita")).toBe("RR");
    expect(initials("Ödön")).toBe("Ö");
    expect(shown("nobody yet")).toMatch(/person/i);
    expect(shown("Ada")).toBe("/media/ada.png");
    fireEvent.error(screen.getByRole("img", { name: "Ada" }));
    expect(initials("Ada")).toBe("AL");
  });

  test("of a person is nothing of its own to who hears the name beside it", () => {
    const { container } = render(<Avatar src={undefined} of="Rita Rivers" />);
    expect(screen.queryByRole("img")).toBeNull();
    expect(container.textContent).toBe("");
  });

  test("shows the online dot where it is asked for alone", () => {
    render(
      <>
        <Avatar src="#" of="A" label="away" />
        <Avatar src="#" of="H" label="here" online />
      </>,
    );
    const dotted = (name: string) => screen.getByRole("img", { name }).parentElement?.className.includes("online");
    expect([dotted("away"), dotted("here")]).toEqual([false, true]);
  });

  test("that fails gives way to the default logo, and another one is tried", () => {
    const { rerender } = render(<Picture src="/media/gone.png" alt="Logo" width={40} />);
    expect(shown("Logo")).toBe("/media/gone.png");
    fireEvent.error(screen.getByRole("img", { name: "Logo" }));
    expect(shown("Logo")).toBe("/favicon.svg");
    rerender(<Picture src="/media/new.png" alt="Logo" width={40} />);
    expect(shown("Logo")).toBe("/media/new.png");
    rerender(<Picture src="#" alt="Logo" width={40} />);
    expect(shown("Logo")).toBe("/favicon.svg");
  });

  test("of a credential is its own, and the badge that is drawn of it where it has none or it fails", () => {
    const badge = () => document.querySelector<HTMLImageElement>("img.badge")!;
    const drawn = (title: string, colour?: string) =>
      `data:image/svg+xml,${encodeURIComponent(badgeSvg({ title, colour }))}`;
    const { rerender } = render(<Badge src="/media/own.png" title="Number Talks" colour="#1f4e9e" size={40} />);
    expect(badge().getAttribute("src")).toBe("/media/own.png");
    fireEvent.error(badge());
    expect(badge().getAttribute("src")).toBe(drawn("Number Talks", "#1f4e9e"));
    rerender(<Badge src="" title="Front Desk Lead" size={40} />);
    expect(badge().getAttribute("src")).toBe(drawn("Front Desk Lead"));
  });

  test("that is chosen is a JPG or PNG under 2 MB; a badge an SVG or PNG", async () => {
    const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], "picture", { type });
    const two = 2 * 1024 * 1024;
    expect(await readPicture(file("image/gif"), "photo")).toEqual({ fault: "You can only upload JPG/PNG file!" });
    expect(await readPicture(file("image/png", two), "photo")).toEqual({ fault: "Image must smaller than 2MB!" });
    expect(await readPicture(file("image/jpeg"), "photo")).toEqual({
      dataUrl: expect.stringMatching(/^data:image\/jpeg;base64,/),
    });
    expect(await readPicture(file("image/jpeg"), "badge")).toEqual({ fault: "You can only upload SVG/PNG file!" });
    expect(await readPicture(file("image/svg+xml", two), "badge")).toEqual({
      fault: "Image must be smaller than 2MB!",
    });
    expect(await readPicture(file("image/svg+xml"), "badge")).toHaveProperty("dataUrl");
  });

  test.each([
    [400, 400, true],
    [401, 401, false],
    [400, 399, false],
  ])("for a badge of %d by %d pixels fits: %s", async (width, height, fits) => {
    vi.stubGlobal("createImageBitmap", async () => ({ width, height, close: () => undefined }));
    const read = await readPicture(new File([new Uint8Array(10)], "badge.png", { type: "image/png" }), "badge");
    expect(read).toEqual(fits ? { dataUrl: expect.any(String) } : { fault: "Invalid Image Size" });
  });
});

describe("a file", () => {
  test.each([
    ["marks.xls", "Spreadsheet", "XLS"],
    ["marks.XLSX", "Spreadsheet", "XLSX"],
    ["plan.doc", "Document", "DOC"],
    ["plan.docx", "Document", "DOCX"],
    ["talk.ppt", "Presentation", "PPT"],
    ["talk.pptx", "Presentation", "PPTX"],
    ["essay.pdf", "PDF", "PDF"],
    ["lesson.MOV", "Video", "MOV"],
    ["song.mp3", "Audio", "MP3"],
    ["song.ogg", "File", "OGG"],
  ])("%s has the icon of a %s and a link to download it", (name, kind, letters) => {
    localStorage.setItem("token", "good");
    localStorage.setItem("user", JSON.stringify({ organizations: [] }));
    render(<FileTile name={name} href={`/files/${name}`} />);
    expect(screen.getByRole("img", { name: kind }).textContent).toBe(letters);
    expect(screen.getByRole("link", { name }).getAttribute("download")).toBe(name);
  });
});

test("progress is seen at each percent, and heard at each quarter alone", () => {
  const { rerender } = render(<Progress label="Uploading" share={0} />);
  const heard = new Set<string | null>();
  for (let percent = 0; percent <= 100; percent++) {
    rerender(<Progress label="Uploading" share={percent / 100} />);
    expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "Uploading" }).value).toBe(percent);
    heard.add(screen.getByRole("status").textContent);
  }
  expect([...heard]).toEqual([0, 25, 50, 75, 100].map((quarter) => `Uploading: ${quarter}%`));
});

describe("the dropdown of the bar", () => {
  test("has a body at most 300 px high", () => {
    const css = readFileSync(join(import.meta.dirname, "../../web/app/top-bar.css"), "utf8");
    const panel = /\.dropdown-panel \{([^}]*)\}/.exec(css)?.[1] ?? "";
    const px = (name: string) => Number(new RegExp(`\\n\\s*${name}: (?:min\\()?(\\d+)px`).exec(panel)?.[1]);
    expect(px("max-block-size") - 2 * (px("padding") + px("border"))).toBe(300);
    expect(panel).toContain("overflow: auto");
  });
});

describe("a tag", () => {
  const long = "Differentiated instruction";

  test("over 20 characters is cut and says the whole name; the picker cuts at 22", () => {
    const exact = "x".repeat(20);
    render(
      <SkillTags
        skills={[
          { skill_id: 1, name: long },
          { skill_id: 2, name: exact },
        ]}
      />,
    );
    const tag = screen.getByText(`${long.slice(0, 20)}…`);
    expect([tag.getAttribute("data-whole"), tag.getAttribute("aria-label"), tag.tabIndex]).toEqual([long, long, 0]);
    expect(screen.getByText(exact).getAttribute("data-whole")).toBeNull();
    cleanup();
    render(<Tag name={long} cut={22} />);
    expect(screen.getByText(`${long.slice(0, 22)}…`).getAttribute("data-whole")).toBe(long);
  });

  test("that was chosen can be taken away by its whole name", () => {
    const remove = vi.fn();
    render(<Tag name={long} cut={22} onRemove={remove} />);
    fireEvent.click(screen.getByRole("button", { name: `Remove ${long}` }));
    expect(remove).toHaveBeenCalledOnce();
  });
});

describe("the width of the window", () => {
  const Device = () => <output>{useDevice()}</output>;
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  const resize = (width: number) => act(() => happyDOM.setViewport({ width }));
  const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const device = () => screen.getByRole("status").textContent;

  test("counts once it has rested for a second", () => {
    vi.useFakeTimers();
    happyDOM.setViewport({ width: 1221 });
    render(<Device />);
    expect(device()).toBe("desktop");
    resize(1220);
    rest(999);
    resize(767);
    rest(999);
    expect(device()).toBe("desktop");
    rest(1);
    expect(device()).toBe("mobile");
    resize(768);
    rest(1000);
    expect(device()).toBe("tablet");
  });
});

test("Enter confirms a dialog once what it asks to be typed is there, and not before", async () => {
  const confirmed = vi.fn(async () => undefined);
  const closed = vi.fn();
  render(
    <ConfirmDialog title="Delete it?" confirm="Delete" typed="Laurel" onConfirm={confirmed} onClose={closed}>
      It is gone then.
    </ConfirmDialog>,
  );
  const field = await screen.findByRole("textbox");
  for (const text of ["Laure", "Laurel"]) {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: "Enter" });
  }
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(confirmed).toHaveBeenCalledOnce();
});

test("a dialog with a form stays when somebody clicks beside it, and goes by Escape", () => {
  const closed = vi.fn();
  render(
    <FormDialog title="Why?" onClose={closed}>
      <input aria-label="Reason" />
    </FormDialog>,
  );
  const alsoRead = screen.getByRole("dialog", { name: "Why?" });
  fireEvent.mouseDown(alsoRead);
  fireEvent.click(alsoRead);
  expect(closed).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText("Reason"), { key: "Escape", keyCode: 27 });
  expect(closed).toHaveBeenCalledOnce();
});

describe("a list's columns", () => {
  const columns = [
    { id: "title", header: "Credential", names: true as const, width: 240 },
    { id: "applications", header: "Applications", width: 100 },
    { id: "rate", header: "Completion rate", width: 100, minWidth: 80 },
    { id: "at", header: "Updated on" },
  ];
  const widthsIn = (windowPx: number, takenPx = 56) => columnWidths(columns, { windowPx, takenPx });

  test("divide what room there is: a title has the most of what is left, and then each by what it asks for", () => {
    const { title = 0, at = 0, ...rest } = widthsIn(1440);
    const total = title + at + rest.applications! + rest.rate!;
    const room = 1440 - 280 - 48 - 56;
    expect(room - total).toBeLessThan(columns.length);
    expect(total).toBeLessThanOrEqual(room);
    expect(title).toBeGreaterThanOrEqual(520);
    expect(at).toBeGreaterThanOrEqual(150);
    expect(at / rest.applications!).toBeCloseTo(150 / (42 + "Applications".length * 8), 1);
    expect(widthsIn(2400)).toEqual(widthsIn(1608)); // pages are no wider
  });

  test("keep a date on one line at 1440 pixels, whatever stands beside it", () => {
    const wide = Array.from({ length: 6 }, (_, at) => ({ id: `c${at}`, header: "Words", width: 200 }));
    const { at } = columnWidths([...wide, { id: "at", header: "Date", width: 130, date: true }], {
      windowPx: 1440,
      takenPx: 56,
    });
    expect(at).toBeGreaterThanOrEqual(176);
    const near = columnWidths([...wide, { id: "at", header: "Date", width: 130, date: "weekday" as const }], {
      windowPx: 1440,
      takenPx: 56,
    });
    expect(near.at).toBeGreaterThanOrEqual(216);
  });

  test("keep a state on one line at 1440 pixels, as a date", () => {
    const wide = Array.from({ length: 5 }, (_, at) => ({ id: `c${at}`, header: "Words", width: 200 }));
    const listed = [...wide, { id: "at", header: "Date", width: 130, date: true as const }];
    const { state, at } = columnWidths([...listed, { id: "state", header: "Status", width: 210, line: 200 }], {
      windowPx: 1440,
      takenPx: 98,
    });
    expect(state).toBeGreaterThanOrEqual(200);
    expect(at).toBeGreaterThanOrEqual(176);
  });

  test("keep as many dates on one line in a narrow window as it has room for, and never make it scroll for one", () => {
    const dated = [
      { id: "title", header: "Title", names: true as const, width: 260 },
      { id: "begun", header: "Begun", date: true as const },
      { id: "due", header: "Due", date: "weekday" as const },
      { id: "done", header: "Done", date: true as const },
    ];
    const widths = columnWidths(dated, { windowPx: 832, takenPx: 56 });
    expect(widths.begun).toBeGreaterThanOrEqual(176);
    expect(widths.due).toBeLessThan(216);
    expect(widths.done).toBeGreaterThanOrEqual(176);
    const total = Object.values(widths).reduce((sum, width) => sum + width, 0);
    expect(total).toBeLessThanOrEqual(832 - 58 - 48 - 56);
  });

  test.each([1440, 1000])("have room for their headers' words in a window of %d pixels", (windowPx) => {
    const { applications, rate } = widthsIn(windowPx, 300);
    expect(applications).toBeGreaterThanOrEqual(42 + "Applications".length * 8);
    expect(rate).toBeGreaterThanOrEqual(42 + "Completion".length * 8);
    const { agreement } = columnWidths([...columns, { id: "agreement", header: "Agreement (AC1)", width: 90 }], {
      windowPx,
      takenPx: 300,
    });
    expect(agreement).toBeGreaterThanOrEqual(118); // its letters are wide
  });
});

describe("typing", () => {
  function Typed() {
    const form = useForm({ defaultValues: { name: "", price: null, hours: null } });
    return (
      <FormProvider {...form}>
        <TextField name="name" label="Name" lengthMax={30} />
        <NumberField name="price" label="Price" whole digitsMax={6} />
        <NumberField name="hours" label="Hours" digitsMax={2} />
      </FormProvider>
    );
  }
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  /** Whether a key writes anything. */
  const writes = (label: string, key: string) => fireEvent.keyDown(field(label), { key });

  test("cuts what is too long, and keeps e, the point and signs out of whole numbers", () => {
    render(<Typed />);
    type("Name", "N".repeat(31));
    expect(field("Name").value).toBe("N".repeat(30));
    type("Price", "1234567");
    expect(field("Price").value).toBe("123456");
    screen.getByText("Up to 6 digits fit. The rest was left out.");
    type("Price", "12345");
    expect(screen.queryByText(/The rest was left out/)).toBeNull();
    type("Hours", "123");
    expect(field("Hours").value).toBe("12");
    expect(["e", "E", ".", ",", "-", "+"].filter((key) => writes("Price", key))).toEqual([]);
    expect(["1", "Tab", "Backspace"].filter((key) => writes("Price", key))).toHaveLength(3);
    expect(["e", "."].map((key) => writes("Hours", key))).toEqual([false, true]);
  });
});

describe("a number with 'None'", () => {
  function Rated() {
    const form = useForm<{ rate: number | null }>({ defaultValues: { rate: 0 } });
    return (
      <FormProvider {...form}>
        <NumberField name="rate" label="Rate" none="None" />
        <output>{JSON.stringify(form.watch("rate"))}</output>
      </FormProvider>
    );
  }
  const rate = () => screen.getByRole<HTMLInputElement>("spinbutton");
  const none = () => screen.getByRole<HTMLInputElement>("checkbox");
  const value = () => screen.getByRole("status").textContent;

  test("takes an amount below one as it is typed, key by key, and locks only when 'None' is ticked", () => {
    render(<Rated />);
    expect([rate().disabled, none().checked]).toEqual([true, true]);
    fireEvent.click(none());
    expect([rate().disabled, rate().value]).toEqual([false, ""]);
    for (const text of ["0", "0.0", "0.05", "0.050"]) {
      fireEvent.change(rate(), { target: { value: text } });
      expect([rate().value, rate().disabled, none().checked], text).toEqual([text, false, false]);
    }
    expect(value()).toBe("0.05");
    fireEvent.change(rate(), { target: { value: "0" } });
    expect(value()).toBe("0");
    fireEvent.click(none());
    expect([rate().disabled, none().checked, value()]).toEqual([true, true, "0"]);
  });
});

describe("skills", () => {
  const names = Array.from({ length: 45 }, (_, at) => (at === 7 ? "Differentiated instruction" : `Skill ${at + 1}`));
  const skills = names.map((name, at) => ({ skill_id: at + 1, name, job_category_id: 1 }));
  const asked: number[] = [];

  beforeEach(() => {
    asked.length = 0;
    localStorage.setItem("token", "good");
    takeTokensFrom(async () => "good");
    const categories = [
      { job_category_id: 1, name: "Teachers" },
      { job_category_id: 2, name: "Nurses" },
    ];
    answerInstead(["GET /jobcategory/list"], () => Response.json({ data: { categories } }));
    answerInstead(["GET /job-skills"], ({ request }) => {
      asked.push(Number(new URL(request.url).searchParams.get("limit")));
      return Response.json({ data: { skills: skills.slice(0, asked.at(-1)), total: skills.length } });
    });
  });

  function Chosen() {
    const form = useForm({ defaultValues: { category: 1, skills: [] } });
    return (
      <QueryClientProvider client={new QueryClient()}>
        <FormProvider {...form}>
          <CategoryAndSkillsFields />
        </FormProvider>
      </QueryClientProvider>
    );
  }
  const options = () => screen.queryAllByRole("option");
  const more = () => screen.queryByRole("button", { name: "Generate more" });
  const openPicker = () => fireEvent.keyDown(screen.getByRole("button", { name: /^Skills/ }), { keyCode: 40 });

  test("come twenty at a time until 'Generate more' has no more; a chosen one says its whole name", async () => {
    render(<Chosen />);
    await screen.findByRole("button", { name: "Generate more" });
    openPicker();
    expect(options()).toHaveLength(20);
    fireEvent.mouseUp(screen.getByRole("option", { name: /Differentiated/ }));
    expect(screen.getByText("Differentiated instruc…").getAttribute("data-whole")).toBe("Differentiated instruction");
    fireEvent.click(more()!);
    await waitFor(() => expect(options()).toHaveLength(40));
    fireEvent.click(more()!);
    await waitFor(() => expect(options()).toHaveLength(45));
    expect(more()).toBeNull();
    expect(asked).toEqual([20, 40, 60]);
    fireEvent.click(screen.getByRole("button", { name: "Remove Differentiated instruction" }));
    expect(screen.queryByText("Differentiated instruc…")).toBeNull();
  });

  test("are dropped by another category, which says so, and kept by the same", async () => {
    render(<Chosen />);
    await screen.findByRole("button", { name: "Generate more" });
    openPicker();
    fireEvent.mouseUp(screen.getByRole("option", { name: /Differentiated/ }));
    const pick = async (name: string) => {
      fireEvent.keyDown(screen.getByRole("button", { name: /^Category/ }), { keyCode: 40 });
      fireEvent.mouseUp(await screen.findByRole("option", { name: new RegExp(name) }));
    };
    await pick("Teachers");
    expect(screen.queryByText("Differentiated instruc…")).not.toBeNull();
    await pick("Nurses");
    expect(screen.queryByText("Differentiated instruc…")).toBeNull();
    const toast = "We removed 1 skill of the earlier category. Choose skills again.";
    expect(currentFlashes().map(({ text }) => text)).toContain(toast);
  });
});

describe("the editor of formatted text", () => {
  test("takes what is typed before it has loaded, and goes on with it where it was left", async () => {
    vi.resetModules(); // other files of this worker may have loaded it
    const { RichTextField } = await import("../../web/ui/forms/rich-text/rich-text-field.tsx");
    let value = "";
    const Written = () => {
      const form = useForm({ defaultValues: { feedback: "" } });
      value = form.watch("feedback");
      return (
        <FormProvider {...form}>
          <RichTextField name="feedback" label="Feedback" />
        </FormProvider>
      );
    };
    render(<Written />);
    const early = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Feedback" });
    expect(early.tagName).toBe("TEXTAREA");
    early.focus();
    fireEvent.change(early, { target: { value: "a < b &\nc" } });
    expect(value).toBe("<p>a &#60; b &#38;</p><p>c</p>");
    await waitFor(() => expect(early.isConnected).toBe(false));
    const editor = await screen.findByRole("textbox", { name: "Feedback" });
    expect(editor.innerHTML).toBe("<p>a &lt; b &amp;</p><p>c</p>");
    await waitFor(() => expect(document.activeElement).toBe(editor));
    expect(value).toBe("<p>a &#60; b &#38;</p><p>c</p>");
  });

  test("has one stop of the Tab key before its text, and arrows, Home and End for its tools", async () => {
    render(
      <RichTextEditor
        ref={null}
        value=""
        label="Notes"
        invalid={false}
        readOnly={false}
        isShown
        onReady={() => undefined}
        hasFocus={{ current: false }}
        onChange={() => undefined}
        onBlur={() => undefined}
      />,
    );
    const tools = within(await screen.findByRole("toolbar", { name: "Formatting of Notes" })).getAllByRole("button");
    const stops = () => tools.flatMap((tool, at) => (tool.tabIndex === 0 ? [at] : []));
    const last = tools.length - 1;
    expect(stops()).toEqual([0]);
    act(() => tools[0]!.focus());
    for (const [key, at] of [
      ["ArrowRight", 1],
      ["ArrowLeft", 0],
      ["ArrowLeft", last],
      ["ArrowRight", 0],
      ["End", last],
      ["Home", 0],
    ] as const) {
      fireEvent.keyDown(document.activeElement!, { key });
      expect([document.activeElement, stops()]).toEqual([tools[at], [at]]);
    }
  });

  test("makes a link, changes it and takes it away, and refuses what leads nowhere", async () => {
    let html = "";
    render(
      <RichTextEditor
        ref={null}
        value=""
        label="Notes"
        invalid={false}
        readOnly={false}
        isShown
        onReady={() => undefined}
        hasFocus={{ current: false }}
        onChange={(value) => {
          html = value;
        }}
        onBlur={() => undefined}
      />,
    );
    const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
    const address = async (value: string) => {
      fireEvent.change(await screen.findByLabelText("Address"), { target: { value } });
      await press("Set link");
    };
    await press("Link");
    await address("javascript:alert(1)");
    await screen.findByText("Please Enter Valid URL");
    await address("http://northwind.test/reading");
    await screen.findByText("Use an address that starts with https://");
    fireEvent.keyDown(screen.getByLabelText("Address"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByLabelText("Address")).toBeNull());
    expect(html).toBe("");
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Notes" }), { key: "k", ctrlKey: true });
    fireEvent.change(await screen.findByLabelText("Address"), { target: { value: "northwind.test/reading" } });
    fireEvent.keyDown(screen.getByLabelText("Address"), { key: "Enter" });
    await waitFor(() => expect(html).toContain('href="https://northwind.test/reading"'));
    expect(html).toContain(">northwind.test/reading</a>");
    await press("Link");
    expect((await screen.findByLabelText<HTMLInputElement>("Address")).value).toBe("https://northwind.test/reading");
    await address("ada@northwind.test");
    await waitFor(() => expect(html).toContain('href="mailto:ada@northwind.test"'));
    await press("Link");
    await press("Remove link");
    await waitFor(() => expect(html).toBe("<p>northwind.test/reading</p>"));
  });
});

test("what is pasted is read in time by its length", () => {
  const began = performance.now();
  expect(pastedHtml("<xml>".repeat(1000) + "a".repeat(3_000_000))).toContain("a".repeat(3_000_000));
  expect(performance.now() - began).toBeLessThan(2000 * slowness);
});
