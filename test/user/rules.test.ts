import { describe, expect, test } from "vitest";
import { type Action, type Role, roleIds } from "../../shared/permissions.ts";
import { cutName, emailAddress, isPhone, phone, picture } from "../../shared/platform/person.ts";
import { mayEditPerson, mayGiveRole } from "../../shared/user/rules.ts";
import { isPic, isScechPhone } from "../../shared/user/scech.ts";

const givers: Role[] = ["superadmin", "admin", "issuer", "reviewer", "learner", "publisher", "custom"];
const modest: Action[] = ["Read", "Create", "Update"];

/** Who may invite or set which role, as the table of the authorization page has it: roles 2 to 7 in order. */
const table: Record<Role, string> = {
  superadmin: "yyyyyy",
  admin: "yyyyny",
  issuer: "nyyyny",
  reviewer: "nnnnnn",
  learner: "nnnnnn",
  publisher: "nnnnnn",
  custom: "nnnnnn",
};

describe("giving a role", () => {
  test.each(givers)("%s", (giver) => {
    const given = [2, 3, 4, 5, 6, 7].map((role) => (mayGiveRole(giver, { role, role_perms: modest }) ? "y" : "n"));
    expect(given.join("")).toBe(table[giver]);
  });

  test("nobody gives role 1, or a number that is no role", () => {
    for (const giver of givers) for (const role of [0, 1, 8, 2.5]) expect(mayGiveRole(giver, { role })).toBe(false);
  });

  test("an issuer hands on Read, Create and Update only, and nobody a custom role that is not there", () => {
    expect(mayGiveRole("issuer", { role: roleIds.custom, role_perms: ["Read", "Approve"] })).toBe(false);
    expect(mayGiveRole("admin", { role: roleIds.custom, role_perms: ["Read", "Approve"] })).toBe(true);
    expect(mayGiveRole("admin", { role: roleIds.custom })).toBe(false);
  });
});

describe("changing a person's name, phone and image", () => {
  const stranger = { self: false, role: roleIds.learner, memberships: 1 };
  test("is everybody's own", () => {
    for (const editor of givers) expect(mayEditPerson({ ...stranger, editor, self: true, memberships: 3 })).toBe(true);
  });
  test("is the admin's only for somebody who belongs nowhere else", () => {
    expect(mayEditPerson({ ...stranger, editor: "admin" })).toBe(true);
    expect(mayEditPerson({ ...stranger, editor: "admin", memberships: 2 })).toBe(false);
  });
  test("is the issuer's for reviewers, learners and custom roles", () => {
    const open = [2, 3, 4, 5, 6, 7].filter((role) => mayEditPerson({ ...stranger, editor: "issuer", role }));
    expect(open).toEqual([4, 5, 7]);
  });
  test("is not a learner's for others", () => {
    expect(mayEditPerson({ ...stranger, editor: "learner" })).toBe(false);
  });
});

test("an address is taken as providers give it out, with its domain as the network knows it", () => {
  const taken = (text: string) => emailAddress("no").safeParse(text).data;
  const same = ["ann@example.xn--p1ai", "ann&bob@example.com", "dept/ann@example.com", "o'neil+x@mail.example.com"];
  expect(same.map(taken)).toEqual(same);
  expect(taken("Ann@Müller.de")).toBe("ann@xn--mller-kva.de");
  for (const text of [
    "a..b@x.de",
    ".a@x.de",
    "a.@x.de",
    "a@b",
    "a b@c.de",
    "a@-x.de",
    "a@[1.2.3.4]",
    "a@x.de/y",
    "a@@x.de",
  ])
    expect(taken(text), text).toBeUndefined();
});

test("telephone numbers have ten digits", () => {
  const good = [
    "5551234567",
    "+15551234567",
    "1-555-123-4567",
    "555\u2011123\u20114567",
    "(555) 123-4567",
    "555.123.4567",
    "555 123 4567",
    "555-123-4567",
  ];
  const bad = ["555123456", "+445551234567", "(555 123-4567", "phone", "555--123-4567"];
  expect(good.filter((text) => !isPhone(text))).toEqual([]);
  expect(bad.filter(isPhone)).toEqual([]);
  expect(["+15551234567", "1-555-123-4567", "555\u2013123\u20134567"].map((text) => phone.parse(text))).toEqual([
    ...["5551234567", "555-123-4567", "555-123-4567"],
  ]);
});

test("a PIC has six digits, a SCECH phone digits and a leading plus", () => {
  expect(["012345", "123456"].every(isPic)).toBe(true);
  expect(["", "12345", "1234567", "12-345", "A12345"].some(isPic)).toBe(false);
  expect(["+15551234567", "5551234567"].every(isScechPhone)).toBe(true);
  expect(["555-1234", "1+5551234", "12"].some(isScechPhone)).toBe(false);
});

test("a name is cut without breaking a character", () => {
  expect(cutName("é".repeat(40))).toHaveLength(30);
  expect(cutName(`${"x".repeat(29)}😀`)).toBe("x".repeat(29));
  expect(cutName(`${"x".repeat(28)}🇺🇦`)).toBe("x".repeat(28));
  expect(cutName(`${"x".repeat(29)}கி`)).toBe("x".repeat(29));
});

test("a picture is a JPG or PNG data URL under 2 MB", () => {
  const messageOf = (text: string) => picture.safeParse(text).error?.issues[0]?.message;
  expect(messageOf("data:image/png;base64,iVBORw0KGgo=")).toBeUndefined();
  expect(messageOf("data:image/gif;base64,R0lGODlh")).toBe("You can only upload JPG/PNG file!");
  expect(messageOf(`data:image/png;base64,${"A".repeat(4_000_000)}`)).toBe("Image must smaller than 2MB!");
});
