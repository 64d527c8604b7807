import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { roleIds } from "../../shared/permissions.ts";
import { takeTokensFrom } from "../../web/api/client.ts";
import { FileField } from "../../web/ui/forms/files/file-field.tsx";
import { answerInstead, network } from "../support/portal.tsx";

function Licenses() {
  const form = useForm({ defaultValues: { files: [] } });
  return (
    <FormProvider {...form}>
      <FileField name="files" label="Files" folder="certificates" />
    </FormProvider>
  );
}

function Files() {
  const form = useForm({ defaultValues: { files: [] } });
  return (
    <FormProvider {...form}>
      <FileField name="files" label="Files" folder="submissions" countMax={5} />
    </FormProvider>
  );
}

/** A storage that takes whatever it is sent. */
class Storage {
  readonly upload = {};
  readonly status = 204;
  onload?: () => void;
  open() {}
  send() {
    this.onload?.();
  }
}

function signIn() {
  localStorage.setItem("token", "good");
  localStorage.setItem("user", JSON.stringify({ role: roleIds.learner, organizations: [] }));
  takeTokensFrom(async () => "good");
  vi.stubGlobal("XMLHttpRequest", Storage);
}

const choose = (container: HTMLElement, ...files: File[]) =>
  fireEvent.change(container.querySelector("input[type=file]")!, { target: { files } });

test("a file of another kind is refused in the words of its field, and dismissed: it can never be sent", async () => {
  const fetched = vi.fn();
  network.use(http.all("*", fetched));
  const { container } = render(<Licenses />);
  expect(container.querySelector("input[type=file]")?.getAttribute("accept")).toBe(".pdf,.png,.jpg,.jpeg,.jpe,.jfif");
  choose(container, new File(["work"], "License.docx"));
  await screen.findByText("You can upload PDF, PNG, or JPG.");
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("License.docx")).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test("what the server found in a file is said in its own words", async () => {
  signIn();
  const message = "This file is not a PDF, even though its name says so. Save it in that format and try again.";
  const upload = { url: "http://files.test", fields: {}, key: "submissions/one.pdf" };
  answerInstead(["POST /file/upload"], () => Response.json({ data: upload }));
  const error = { code: "file.refused", message };
  answerInstead(["POST /file/confirm"], () => Response.json({ error }, { status: 400 }));
  const { container } = render(<Files />);
  choose(container, new File(["work"], "one.pdf", { type: "application/pdf" }));
  await screen.findByText(message);
  screen.getByRole("button", { name: "Dismiss" });
});

test("files that arrive at the same moment are all kept", async () => {
  signIn();
  const waiting: ((answer: Response) => void)[] = [];
  answerInstead(["POST /file/confirm"], () => new Promise((answer) => void waiting.push(answer)));
  answerInstead(["POST /file/upload"], async ({ request }) => {
    const { name } = (await request.json()) as { name: string };
    return Response.json({ data: { url: "http://files.test", fields: {}, key: `submissions/${name}` } });
  });
  const { container } = render(<Files />);
  const chosen = ["one.pdf", "two.pdf"].map((name) => new File(["work"], name, { type: "application/pdf" }));
  choose(container, ...chosen);
  await waitFor(() => expect(waiting).toHaveLength(2));
  for (const answer of waiting) answer(Response.json({ data: {} }));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.getAllByText(/\.pdf$/).map(({ textContent }) => textContent)).toEqual(["one.pdf", "two.pdf"]);
});

test("files beyond as many as a field takes are named as not added", async () => {
  signIn();
  network.use(http.all("*", () => new Promise(() => {})));
  const { container } = render(<Files />);
  const chosen = (...names: string[]) => choose(container, ...names.map((name) => new File(["work"], name)));
  chosen("one.pdf", "two.pdf", "three.pdf", "four.pdf");
  chosen("five.pdf", "six.pdf");
  const refused = await screen.findByText("Not added. You can add up to 5 files.");
  expect(refused.closest(".upload")?.textContent).toContain("six.pdf");
  expect(screen.getAllByRole("progressbar")).toHaveLength(5);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("six.pdf")).toBeNull();
});
