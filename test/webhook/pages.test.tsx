import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { answered } from "../support/fixtures/answered.ts";
import { type Receiver, silentEndpoint, startReceiver, webhookHeaders } from "../support/fixtures/receiver.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, network, open, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let server: Receiver;

beforeAll(async () => {
  school = await world.newOrganization("Herald School");
  server = await startReceiver();
});
afterAll(() => server.stop());

const refusal = (code: string, status: number, more = {}) =>
  Response.json({ error: { code, message: "Refused.", ...more } }, { status });

describe("the webhook endpoints of an organization", () => {
  test("are added with a secret that is shown once, tested, followed to each attempt, turned off and removed", async () => {
    const user = userEvent.setup();
    const ada = school.as("Ada");
    ada.signOut();
    await open("/connections", ada);
    await screen.findByText("Off: no active endpoints");
    await user.click(screen.getByRole("link", { name: "Manage webhooks" }));
    await screen.findByText("No webhook endpoints yet");
    press("Add endpoint");
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Add endpoint" }));
    await said("Enter an address.");
    type("Address", "https://10.0.0.1/hooks");
    type(/^Description/, "Student records");
    await user.click(dialog.getByRole("button", { name: "Add endpoint" }));
    await said("Enter a name, not an IP address.");
    expect(dialog.getByDisplayValue("Student records")).toBeDefined();
    type("Address", server.address);
    await user.click(dialog.getByRole("button", { name: "Add endpoint" }));
    const secret = (await screen.findByText(/^whsec_/, { selector: ".shown-once" })).textContent!;
    press("Done");

    await screen.findByRole("heading", { name: "Student records" });
    expect(document.body.textContent).not.toContain(secret);
    await screen.findByText("No deliveries yet");
    await screen.findByText(/^whpk_/);
    press("Send test event");
    await screen.findByRole("link", { name: "webhook.test" });
    await world.settle();
    const [arrived] = server.arrived;
    expect(new Webhook(secret).verify(arrived!.body, webhookHeaders(arrived!))).toMatchObject({ type: "webhook.test" });
    await screen.findByRole("cell", { name: "Delivered" });
    await screen.findByText("100% of 1 attempt delivered");
    await user.click(screen.getByRole("button", { name: "Failed" }));
    await screen.findByText("No matches");
    press("Clear filters");
    await user.click(await screen.findByRole("link", { name: "webhook.test" }));
    await screen.findByText("Answered 204");
    await screen.findByText("1 of 10");
    screen.getByText(server.address, { selector: ".webhook-sent code" });
    screen.getByText(arrived!.headers["webhook-timestamp"] as string, { selector: ".webhook-sent code" });
    await user.click(screen.getByRole("button", { name: "What we send" }));
    expect(screen.getByRole("region", { name: "What we send" }).textContent).toContain('"type": "webhook.test"');
    press("Resend");
    await world.settle();
    await screen.findByText("Attempts", { selector: "h2" });
    await expect.poll(() => server.arrived.length).toBe(2);

    await user.click(screen.getByRole("link", { name: "← Endpoint" }));
    await user.click(await screen.findByRole("button", { name: "Turn off" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Turn off" }));
    await screen.findByText("Off: turned off by an admin");
    expect(screen.queryByRole("button", { name: "Send test event" })).toBeNull();
    press("Turn on");
    await screen.findByText("On");
    press("Remove");
    await user.click(await screen.findByRole("button", { name: "Remove endpoint" }));
    await screen.findByText("No webhook endpoints yet");
    expect(answered(await ada.call(contract.webhook.list, {})).endpoints).toEqual([]);
  });

  test("keep what was typed while the password is asked for once more, and get another secret in the same way", async () => {
    const user = userEvent.setup();
    const ada = school.as("Ada");
    ada.signOut();
    const stale = () => refusal("auth.proof-needed", 403);
    network.use(http.post("/api/organization/webhook", stale, { once: true }));
    network.use(http.put("/api/organization/webhook/secret", stale, { once: true }));
    await open(paths.webhooks, ada);
    await screen.findByText("No webhook endpoints yet");
    press("Add endpoint");
    const dialog = within(await screen.findByRole("dialog"));
    type("Address", server.address);
    await user.click(dialog.getByRole("button", { name: "Add endpoint" }));
    const enterPassword = async () => {
      type("Password", ada.password);
      press("Continue");
    };
    await screen.findByText("For security, enter your password to continue.");
    await enterPassword();
    const first = (await screen.findByText(/^whsec_/, { selector: ".shown-once" })).textContent!;
    press("Done");
    await user.click(await screen.findByRole("button", { name: "New secret" }));
    await user.click(await screen.findByRole("button", { name: "Create new secret" }));
    await screen.findByText("For security, enter your password to continue.");
    await enterPassword();
    const second = (await screen.findByText(/^whsec_/, { selector: ".shown-once" })).textContent!;
    expect(second).not.toBe(first);
    press("Done");
    await screen.findByText(/^The former secret works alongside the new one until/);
  });

  test("that fail are told on the list, on Connections and where the email leads, and what failed is sent again", async () => {
    const user = userEvent.setup();
    const ada = school.as("Ada");
    const endpoint_id = await silentEndpoint(school);
    const { event_id } = answered(await ada.call(contract.webhook.sendTest, { endpoint_id }));
    await world.settle();
    const [record] = await world.control.items(`ORG#${school.organization_id}#webhook#${endpoint_id}`);
    await world.control.put([{ ...record!, outcome: "failed", next_on: undefined }]);
    await open("/connections", ada);
    await screen.findByText("Needs attention: 1 endpoint fails");
    const [mail] = (await world.mails.to(ada.email)).filter(({ text }) => text?.includes(endpoint_id));
    const [link] = new RegExp(`/connections/webhooks/${endpoint_id}`).exec(mail!.text!)!;
    await open(link!);
    await screen.findByText(/^Failing since/);
    screen.getByText("0% of 1 attempt delivered");
    await user.click(screen.getByRole("link", { name: "← Webhooks" }));
    await user.click(await screen.findByRole("link", { name: "0% of 1 attempt delivered" }));
    await user.click(await screen.findByRole("link", { name: "webhook.test" }));
    await screen.findByText("No connection");
    await user.click(screen.getByRole("link", { name: "← Endpoint" }));
    await user.click(await screen.findByRole("button", { name: "Resend failed deliveries" }));
    await user.click(await screen.findByRole("button", { name: "Resend" }));
    await expect.poll(() => toasts()).toContainEqual("We’re sending 1 delivery again.");
    const again = answered(await ada.call(contract.webhook.readDelivery, { endpoint_id, event_id }));
    expect(again).toMatchObject({ outcome: "waiting", tries: 0 });
    answered(await ada.call(contract.webhook.remove, { endpoint_id }));
  });

  test("that are gone say so, and deliveries that can’t be loaded are no empty list", async () => {
    const ada = school.as("Ada");
    const endpoint_id = await silentEndpoint(school);
    const restore = answerInstead(["GET /organization/webhook/deliveries"], () => refusal("input.invalid", 400));
    await open(paths.webhook(endpoint_id), ada);
    await screen.findByText("We couldn’t load the list");
    expect(screen.queryByText("No deliveries yet")).toBeNull();
    restore();
    press("Try again");
    await screen.findByText("No deliveries yet");
    cleanup();
    await open(paths.webhook("wep_00000000000000000000000000"));
    await screen.findByText("This endpoint was removed");
  });
});
