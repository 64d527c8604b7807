import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { roleIds } from "../../shared/permissions.ts";
import { takeTokensFrom } from "../../web/api/client.ts";
import { FileField } from "../../web/ui/file-field.tsx";

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

test("files that arrive at the same moment are all kept", async () => {
  localStorage.setItem("token", "good");
  localStorage.setItem("user", JSON.stringify({ role: roleIds.learner, organizations: [] }));
  takeTokensFrom(async () => "good");
  vi.stubGlobal("XMLHttpRequest", Storage);
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/file/confirm") return new Promise((answer) => void waiting.push(answer));
    return Response.json({
      data: { url: "http://files.test", fields: {}, key: `submissions/${JSON.parse(body).name}` },
    });
  });
  const { container } = render(<Files />);
  const chosen = ["one.pdf", "two.pdf"].map((name) => new File(["work"], name, { type: "application/pdf" }));
  fireEvent.change(container.querySelector("input[type=file]")!, { target: { files: chosen } });
  await waitFor(() => expect(waiting).toHaveLength(2));
  for (const answer of waiting) answer(Response.json({ data: {} }));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.getAllByText(/\.pdf$/).map(({ textContent }) => textContent)).toEqual(["one.pdf", "two.pdf"]);
});
