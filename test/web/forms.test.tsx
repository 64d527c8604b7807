import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../web/api/api-error.ts";
import { DateField } from "../../web/ui/forms/date-field.tsx";
import { draftAt } from "../../web/ui/forms/drafts.ts";
import { TextField } from "../../web/ui/forms/fields.tsx";
import { FormElement } from "../../web/ui/forms/form-fields.tsx";
import { rules } from "../../web/ui/forms/rules.ts";
import { type CallFormOptions, useCallForm } from "../../web/ui/forms/use-call-form.ts";
import { labelled, press, toasts, type, typedIn } from "../support/portal.tsx";

interface Values {
  grade: string;
  words: { feedback: string };
  password: string;
}
type Options = CallFormOptions<Values, Values, unknown>;

const send = vi.fn<Options["send"]>();
const onDone = vi.fn();

function Form(options: Partial<Options>) {
  const of = useCallForm<Values, Values, unknown>({
    values: { grade: "", words: { feedback: "" }, password: "" },
    resolver: rules(({ grade }) => ({ grade: grade === "bad" ? "Not that grade" : undefined })),
    send,
    onDone,
    ...options,
  });
  return (
    <FormElement of={of}>
      <TextField name="grade" label="Grade" />
      <TextField name="words.feedback" label="Feedback" />
      <TextField name="password" label="Password" />
      <p>{of.fault}</p>
      <button type="submit">{of.pending ? "Sending" : "Send"}</button>
      <output>{of.unsaved ? "Unsaved" : "Saved"}</output>
    </FormElement>
  );
}

const refused = (fields: Record<string, string>, status = 400) =>
  new ApiError("input.invalid", "Some fields need another look.", status, fields);

beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined);
  onDone.mockReset();
  localStorage.setItem("user", JSON.stringify({ user_id: "usr_1" }));
});
afterEach(() => void vi.unstubAllGlobals());

describe("a form", () => {
  test("is not sent while a field is wrong, and the field has the focus", async () => {
    render(<Form />);
    type("Grade", "bad");
    press("Send");
    await screen.findByText("Not that grade");
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(labelled("Grade"));
  });

  test("pressed twice is sent once, and is saved when that is done", async () => {
    const answer = Promise.withResolvers<unknown>();
    send.mockReturnValue(answer.promise);
    render(<Form />);
    type("Grade", "A");
    expect(screen.getByText("Unsaved")).toBeTruthy();
    press("Send");
    press("Send");
    await screen.findByText("Sending");
    press("Sending");
    await act(async () => answer.resolve("done"));
    expect(send).toHaveBeenCalledTimes(1);
    expect(onDone).toHaveBeenCalledWith("done", { grade: "A", words: { feedback: "" }, password: "" });
    expect(screen.getByText("Saved")).toBeTruthy();
  });

  test("keeps as unsaved what is typed while it is being sent", async () => {
    const answer = Promise.withResolvers<unknown>();
    send.mockReturnValue(answer.promise);
    render(<Form />);
    type("Grade", "A");
    press("Send");
    await screen.findByText("Sending");
    type("Grade", "B");
    await act(async () => answer.resolve("done"));
    expect(typedIn("Grade")).toBe("B");
    expect(screen.getByText("Unsaved")).toBeTruthy();
  });

  test("tells what is refused at its field, or at the field it is a part of, and the rest above", async () => {
    send.mockRejectedValue(
      refused({ grade: "No such grade", "words.feedback.0.html": "Too long", organization_id: "Not this one" }),
    );
    render(<Form />);
    press("Send");
    await screen.findByText("No such grade");
    expect(screen.getByText("Too long")).toBeTruthy();
    expect(screen.getByText("Not this one")).toBeTruthy();
    expect(screen.queryByText("Some fields need another look.")).toBeNull();
    type("Grade", "A");
    expect(screen.queryByText("No such grade")).toBeNull();
  });

  test("tells a refusal of no field in the usual words, and keeps what was typed", async () => {
    send.mockRejectedValue(new ApiError("network.lost", "NETWORK ERROR", 0));
    render(<Form />);
    type("Grade", "A");
    press("Send");
    await screen.findByText(/^We couldn’t reach Laurel/);
    expect(typedIn("Grade")).toBe("A");
    expect(screen.getByText("Unsaved")).toBeTruthy();
  });
});

describe("what was typed and not sent", () => {
  const device = { kind: "grading", about: "job_1", kept: "device", from: "typing" } as const;
  const tab = { kind: "draft form", about: "/page", kept: "tab", from: "refusal" } as const;
  const reload = () => cleanup();

  test("outlives a reload where it is kept from the first letter on, until it is sent", async () => {
    render(<Form draft={device} />);
    type("Grade", "B");
    reload();
    render(<Form draft={device} />);
    await waitFor(() => expect(typedIn("Grade")).toBe("B"));
    expect(screen.getByText("Unsaved")).toBeTruthy();
    press("Send");
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    reload();
    render(<Form draft={device} />);
    expect(typedIn("Grade")).toBe("");
  });

  test("is nobody else's", () => {
    render(<Form draft={device} />);
    type("Grade", "B");
    reload();
    localStorage.setItem("user", JSON.stringify({ user_id: "usr_2" }));
    render(<Form draft={device} />);
    expect(typedIn("Grade")).toBe("");
  });

  test("is there again after the session has ended under it, but for secrets, and that is said", async () => {
    send.mockImplementation(async () => {
      localStorage.clear(); // as the end of a session does
      throw new ApiError("access.no-token", "Unauthorized", 401);
    });
    render(<Form draft={tab} />);
    type("Grade", "B");
    type("Password", "a lamp in the harbour");
    press("Send");
    await screen.findByText(/^Your session has ended/);
    reload();
    localStorage.setItem("user", JSON.stringify({ user_id: "usr_1" }));
    render(<Form draft={tab} />);
    await waitFor(() => expect(typedIn("Grade")).toBe("B"));
    expect(typedIn("Password")).toBe("");
    expect(toasts()).toContain("We restored your unsaved changes.");
    reload();
    render(<Form draft={tab} />);
    expect(typedIn("Grade")).toBe("");
  });

  test("brings back what was typed alone: a field merely shown is as it is stored by then", async () => {
    render(<Form draft={device} values={{ grade: "A", words: { feedback: "Early" }, password: "" }} />);
    type("Grade", "B");
    reload();
    render(<Form draft={device} values={{ grade: "A", words: { feedback: "Since" }, password: "" }} />);
    await waitFor(() => expect(typedIn("Grade")).toBe("B"));
    expect(typedIn("Feedback")).toBe("Since");
  });

  test("stays on the page where the browser keeps no more", () => {
    const full = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { getItem: () => null, removeItem() {}, setItem: full });
    const draft = draftAt<string>({ kind: "draft", about: "a large picture", kept: "tab" });
    draft.keep("data:image/png;base64,");
    expect(draftAt({ kind: "draft", about: "a large picture", kept: "tab" }).read()).toBe("data:image/png;base64,");
    draft.drop();
    expect(draft.read()).toBeUndefined();
  });

  test("that is no draft of ours is none", () => {
    localStorage.setItem("wizard draft usr_1 org_1", "crd_1");
    expect(draftAt({ kind: "wizard draft", about: "org_1", kept: "device" }).read()).toBeUndefined();
  });
});

test("a field that is sent by Enter sends its own form, and none around it", async () => {
  const around = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    // biome-ignore lint/a11y/useSemanticElements: only hears what bubbles
    <div role="form" onSubmit={around}>
      <Form />
    </div>,
  );
  fireEvent.submit(labelled("Grade").closest("form")!);
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(around).not.toHaveBeenCalled();
});

describe("a date field", () => {
  const sendDay = vi.fn<(checked: { day: string | null }) => Promise<unknown>>();
  beforeEach(() => void sendDay.mockReset().mockResolvedValue(undefined));
  function DateForm() {
    const of = useCallForm<{ day: string | null }, { day: string | null }, unknown>({
      values: { day: null },
      resolver: rules(() => ({})),
      send: sendDay,
      onDone,
    });
    return (
      <FormElement of={of}>
        <DateField name="day" label="Day" utcMidnight />
        <button type="submit">Send</button>
      </FormElement>
    );
  }
  const leave = () => fireEvent.blur(labelled("Day"));

  test("takes what is typed or pasted month first, says it in words, and holds the day", async () => {
    render(<DateForm />);
    type("Day", "12/31/2026");
    await screen.findByText("Thursday, December 31, 2026");
    press("Send");
    await waitFor(() => expect(sendDay).toHaveBeenCalled());
    expect(sendDay.mock.calls[0]?.[0]).toEqual({ day: "2026-12-31T00:00:00Z" });
  });

  test("takes the international writing, and shows it month first once it is left", async () => {
    render(<DateForm />);
    fireEvent.focus(labelled("Day"));
    type("Day", "2026-12-31");
    expect(typedIn("Day")).toBe("2026-12-31");
    leave();
    await waitFor(() => expect(typedIn("Day")).toBe("12/31/2026"));
  });

  test("keeps what cannot be meant, and says so once it is left", async () => {
    render(<DateForm />);
    fireEvent.focus(labelled("Day"));
    type("Day", "31/12/2026");
    expect(screen.queryByText(/^Invalid Date/)).toBeNull();
    leave();
    await screen.findByText("Invalid Date. Enter it as MM/DD/YYYY, such as 12/31/2026.");
    expect(typedIn("Day")).toBe("31/12/2026");
  });
});
