import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { EarnedCredential } from "../../shared/certificate/own-calls.ts";
import { ownListWith } from "../../web/certificate/own-certificates.ts";
import { forgetSession } from "../../web/session/session-store.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, left, network, open, press, said, toasts, type } from "../support/portal.tsx";
import { slowness } from "../support/slowness.ts";
import { world } from "../support/world.ts";

const certificate_id = "crt_3k9q2m7x5t8v1w4y6z0a2b4c6d";
const address = `/c/${certificate_id}`;
const earned: EarnedCredential = {
  application_id: "app_1",
  cred_id: "crd_1",
  credential_id: "crd_1",
  organization_id: "org_1",
  user_id: "usr_1",
  title: "Reading Coach",
  issuer_name: "Northwind College",
  earned_on: "2026-11-05T12:00:00Z",
  signature: "none",
  certificate_hidden: false,
};
const signed = { certificate_id, address, signature: "signed" } as const;

let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Certificate School");
});

/** Shows my credentials with one on it. */
async function openEarned(credential: EarnedCredential): Promise<void> {
  answerInstead(["GET /user/mycredentials"], () => Response.json({ data: { credentials: [credential], total: 1 } }));
  await open("/myCredentials", school.as("Lena"));
  await said(credential.title);
}
const menu = async () => {
  press("Actions for Reading Coach");
  const items = await screen.findAllByRole("menuitem");
  return items.map(({ textContent }) => textContent);
};

describe("what one has earned", () => {
  test("is downloaded, printed and shared", async () => {
    await openEarned({ ...earned, ...signed });
    const share = within(screen.getByRole("group", { name: "Share Reading Coach" }));
    for (const name of ["Copy link", "Save as PDF"]) expect(share.getByRole("button", { name })).toBeTruthy();
    expect(await menu()).toEqual(expect.arrayContaining(["Copy embed code", "Email the link", "Hide certificate"]));
    press("Download “Reading Coach”");
    const kinds = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    for (const kind of ["Badge image (PNG)", "Badge image (SVG)", "Credential (JSON)", "Verification package (ZIP)"])
      expect(kinds.some((text) => text?.includes(kind))).toBe(true);
  });

  test("has the page it always had where certificates are not signed", async () => {
    await openEarned(earned);
    const link = screen.getByRole("link", { name: "View certificate" });
    expect(link.getAttribute("href")).toBe("/Certificate?org_id=org_1&cred_id=crd_1&user_id=usr_1");
    expect(screen.queryByRole("button", { name: "Download “Reading Coach”" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Save as PDF" })).toBeNull();
    expect(await menu()).not.toContain("Copy embed code");
  });

  test("is shown from its last page where the address names one past it", async () => {
    answerInstead(["GET /user/mycredentials"], ({ request }) => {
      const isPastEnd = new URL(request.url).searchParams.get("offset") === "96";
      return Response.json({ data: { credentials: isPastEnd ? [] : [earned], total: 13 } });
    });
    const portal = await open("/myCredentials?page=9", school.as("Lena"));
    await said("Reading Coach");
    expect(portal.path()).toBe("/myCredentials?page=2");
    expect(screen.queryByText("No credentials yet")).toBeNull();
  });

  test("is said to be being signed for the seconds it takes, and is there by itself then", async () => {
    const waiting: EarnedCredential = { ...earned, certificate_id, signature: "awaited" };
    let looks = 0;
    answerInstead(["GET /user/mycredentials"], () => {
      const credential = looks++ === 0 ? waiting : { ...earned, ...signed };
      return Response.json({ data: { credentials: [credential], total: 1 } });
    });
    await open("/myCredentials", school.as("Lena"));
    await said("Being signed");
    expect(screen.queryByRole("button", { name: "Download “Reading Coach”" })).toBeNull();
    await screen.findByRole("button", { name: "Download “Reading Coach”" }, { timeout: 20_000 * slowness });
    expect(screen.queryByText("Being signed")).toBeNull();
  });

  test("is not handed out while it is hidden", async () => {
    await openEarned({ ...earned, ...signed, certificate_hidden: true });
    await said("Hidden from everyone");
    expect(screen.queryByRole("button", { name: "Download “Reading Coach”" })).toBeNull();
    expect(await menu()).toEqual([
      "Certificate details",
      "Ask for a corrected name",
      "Show certificate",
      "View credential",
    ]);
  });

  test("goes to LinkedIn's form with its name, issuer, month, address and id", async () => {
    await openEarned({ ...earned, ...signed });
    const form = new URL(String(screen.getByRole("link", { name: "Add to LinkedIn" }).getAttribute("href")));
    expect(form.origin).toBe("https://www.linkedin.com");
    expect(Object.fromEntries(form.searchParams)).toMatchObject({
      name: "Reading Coach",
      organizationName: "Northwind College",
      issueYear: "2026",
      issueMonth: "11",
      certUrl: world.origin + address,
      certId: certificate_id,
    });
  });
});

describe("sharing", () => {
  const copiedTexts: string[] = [];
  beforeEach(() => {
    copiedTexts.length = 0;
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copiedTexts.push(text));
  });

  test("copies the page's link, and a picture that leads to it with the title as text", async () => {
    await openEarned({ ...earned, ...signed, title: 'Reading "Coach"' });
    press("Copy link");
    await said("Link copied.");
    press('Actions for Reading "Coach"');
    fireEvent.click(await screen.findByRole("menuitem", { name: "Copy embed code" }));
    await said("Embed code copied.");
    const page = world.origin + address;
    const picture = `<img src="${page}.png" alt="Reading &quot;Coach&quot; – Northwind College" width="600" height="315">`;
    expect(copiedTexts).toEqual([page, `<a href="${page}">${picture}</a>`]);
  });

  test("marks the certificates as the person's own on their device, until they sign out", async () => {
    expect(ownListWith(certificate_id)).toBeUndefined();
    await openEarned({ ...earned, ...signed });
    expect(ownListWith(certificate_id)).toBe("/myCredentials");
    const own = localStorage.getItem("user");
    localStorage.setItem("user", JSON.stringify({ user_id: "usr_somebody" }));
    expect(ownListWith(certificate_id)).toBeUndefined();
    localStorage.setItem("user", own ?? "");
    forgetSession();
    expect(localStorage.getItem("own_certificates")).toBeNull();
  });
});

describe("a download", () => {
  const text = JSON.stringify({ name: "Reading Coach", id: `${world.origin}${address}.json` });
  /** What the browser was given to save. */
  const saved: { fileName: string; contents: Blob }[] = [];
  beforeEach(() => {
    saved.length = 0;
    let contents = new Blob();
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      contents = blob as Blob;
      return "blob:saved";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download !== "") saved.push({ fileName: this.download, contents });
    });
  });
  const choose = async (kind: RegExp) => {
    press("Download “Reading Coach”");
    fireEvent.click(await screen.findByRole("menuitem", { name: kind }));
  };

  test("is what is served, under the credential's name", async () => {
    await openEarned({ ...earned, ...signed });
    network.use(http.get(`${address}.json`, () => new Response(text)));
    await choose(/Credential \(JSON\)/);
    await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 * slowness });
    const { fileName, contents } = saved[0]!;
    expect(fileName).toBe("reading-coach.json");
    expect(await contents.text()).toBe(text);
  });

  test("says when to come back while the certificate is being signed", async () => {
    await openEarned({ ...earned, ...signed });
    network.use(http.get(`${address}.json`, () => new Response("", { status: 404 })));
    await choose(/Badge image \(PNG\)/);
    await waitFor(() => expect(toasts().join()).toContain("We’re signing your certificate. Try again in a minute."));
    expect(saved).toEqual([]);
  });

  test("that gets no answer says so and can be tried again", async () => {
    await openEarned({ ...earned, ...signed });
    network.use(http.get(`${address}.json`, () => Response.error()));
    await choose(/Badge image \(SVG\)/);
    await waitFor(() => expect(toasts().join()).toContain("We couldn’t reach Laurel"));
    const button = screen.getByRole("button", { name: "Download “Reading Coach”" });
    expect(within(button).queryByText("Loading")).toBeNull();
  });
});

describe("the page of a certificate's three ids", () => {
  const query = "/Certificate?org_id=org_1&cred_id=crd_1&user_id=usr_1";
  const certificate = {
    first_name: "Lena",
    last_name: "Lang",
    credential: { org_id: "org_1", title: "Reading Coach", created_on: earned.earned_on, description: "<p>x</p>" },
    issuer_name: "Northwind College",
    verified_on: earned.earned_on,
    verified: true,
    signature: "none",
  };

  test("leads to the certificate's own page once there is one", async () => {
    answerInstead(["GET /Certificate"], () =>
      Response.json({ data: { ...certificate, address, signature: "signed" } }),
    );
    await open(query);
    await waitFor(() => expect(left).toEqual([address]));
    expect(screen.queryByText("Lena Lang")).toBeNull();
  });

  test("shows the certificate itself while there is none, and names the tab by it", async () => {
    answerInstead(["GET /Certificate"], () => Response.json({ data: certificate }));
    await open(query);
    await screen.findByRole("heading", { name: "Lena Lang" });
    expect(screen.queryByText(/is being signed/)).toBeNull();
    expect(document.title).toBe("Lena Lang – Reading Coach – Laurel");
    expect(left).toEqual([]);
  });

  test("says that it is being signed, and gives way to the own page by itself", async () => {
    let looks = 0;
    const waiting = { ...certificate, signature: "awaited" };
    const done = { ...certificate, address, signature: "signed" };
    answerInstead(["GET /Certificate"], () => Response.json({ data: looks++ === 0 ? waiting : done }));
    await open(query);
    await screen.findByText(/We’re signing this certificate/);
    await waitFor(() => expect(left).toEqual([address]), { timeout: 20_000 * slowness });
  });
});

describe("the evidence behind a certificate", () => {
  const text = "a".repeat(64);
  const plan = "b".repeat(64);
  const evidence = {
    sections: [
      {
        section_id: "sec_1",
        title: "Lesson plan",
        manifest: "{}",
        answers: [{ kind: "text", text: "<p>My plan.</p>", sha256: text, salt: "00".repeat(16) }],
        files: [{ name: "plan.pdf", size: 2048, sha256: plan, salt: "11".repeat(16) }],
      },
    ],
    openings: 3,
  };
  const published = { ends_on: "2999-01-31", sections: [{ section_id: "sec_1", pieces: [plan] }] };
  const route = "/user/mycertificate/evidence";
  /** Opens the dialog; answers the bodies that are sent. */
  async function openEvidence(data: object): Promise<unknown[]> {
    const sent: unknown[] = [];
    await openEarned({ ...earned, ...signed });
    answerInstead([`GET ${route}`], () => Response.json({ data }));
    answerInstead([`PUT ${route}`], async ({ request }) => {
      sent.push(await request.json());
      return Response.json({ data: {} });
    });
    press("Actions for Reading Coach");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Publish evidence" }));
    await screen.findByRole("group", { name: "Lesson plan" });
    return sent;
  }

  test("is chosen piece by piece and published until a day", async () => {
    const sent = await openEvidence({ ...evidence, earned_in: "Pacific/Auckland" });
    await said(/The evidence was opened 3 times/);
    expect(screen.queryByText(/easy to guess/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Stop sharing" })).toBeNull();
    press("Publish");
    await said("Choose what to publish.");
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole("checkbox", { name: /plan.pdf/ }));
    type("End date (Auckland time)", "01/31/2999");
    press("Publish");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ certificate_id, ...published });
  });

  test("that is older than salts tells of what is not published, and its learner is told so beforehand", async () => {
    const [section] = evidence.sections;
    const files = section!.files.map(({ salt: _, ...file }) => file);
    await openEvidence({ ...evidence, sections: [{ ...section, files }] });
    await said(/shows the names of its other files.*easy to guess/);
  });

  test("that is published can be ended at once", async () => {
    const sent = await openEvidence({ ...evidence, published });
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /plan.pdf/ }).checked).toBe(true);
    press("Stop sharing");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ certificate_id, sections: [] });
    await waitFor(() => expect(toasts().join()).toContain("Your evidence is no longer public."));
  });
});
