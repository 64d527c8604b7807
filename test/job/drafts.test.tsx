import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { JobDetail } from "../../shared/job/calls.ts";
import { useGradingDrafts } from "../../web/job/grading-drafts.ts";

const job = { credential_job_id: "job_1", round: 1 } as JobDetail;

function Grading() {
  const { draftOf, change } = useGradingDrafts("usr_1", job);
  return (
    <label>
      Grade
      <input value={draftOf("sec_1").grade} onChange={({ target }) => change("sec_1", { grade: target.value })} />
    </label>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Grade");

test("what a reviewer has written outlives a reload", () => {
  const { unmount } = render(<Grading />);
  fireEvent.change(field(), { target: { value: "B" } });
  unmount();
  render(<Grading />);
  expect(field().value).toBe("B");
});

test("what a reviewer has written stays on the page where the browser keeps no more", () => {
  render(<Grading />);
  const setItem = vi.fn(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  vi.stubGlobal("localStorage", { getItem: () => null, removeItem() {}, clear() {}, setItem });
  fireEvent.change(field(), { target: { value: "B" } });
  expect(field().value).toBe("B");
  expect(setItem).toHaveBeenCalled();
});
