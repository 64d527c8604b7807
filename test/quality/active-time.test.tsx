import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActiveTime } from "../../web/content/quality/active-time.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (credential_job_id = "job_1") =>
  void render(<ActiveTime credential_job_id={credential_job_id} review_time={35} />);
const shown = () => /Active time: [^,P]*/.exec(document.body.textContent ?? "")?.[0].trim();
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));
/** Works on the page: touches something once a minute. */
const work = (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    fireEvent.keyDown(document.body, { key: "a" });
    pass(60);
  }
};

test("a reviewer's time at a job is counted while they are at it, and no longer than two minutes after", () => {
  open();
  expect(shown()).toBe("Active time: 0 minutes of about 35 minutes");
  work(10);
  expect(shown()).toBe("Active time: 10 minutes of about 35 minutes");
  pass(3600); // gone for an hour
  expect(shown()).toBe("Active time: 10 minutes of about 35 minutes");
  fireEvent.pointerDown(document.body);
  work(5);
  expect(shown()).toMatch(/^Active time: 15 minutes/);
});

test("a page that is not seen counts nothing", () => {
  open("job_2");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  work(10);
  expect(shown()).toMatch(/^Active time: 0 minutes/);
  hidden.mockRestore();
});

test("it can be paused, stays so on another visit, and goes on with what there was", () => {
  open("job_3");
  work(4);
  fireEvent.click(screen.getByRole("button", { name: "Pause timer" }));
  work(4);
  cleanup();
  open("job_3");
  expect(document.body.textContent).toContain("4 minutes of about 35 minutes, paused");
  work(4);
  fireEvent.click(screen.getByRole("button", { name: "Resume timer" }));
  work(2);
  expect(shown()).toMatch(/^Active time: 6 minutes/);
});
