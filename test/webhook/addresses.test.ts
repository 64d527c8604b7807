import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postToStranger, type Resolve } from "../../functions/clients/stranger.ts";
import { isPublicAddress } from "../../functions/clients/stranger-addresses.ts";
import { addressFault } from "../../shared/webhook/address.ts";

describe("an address that events are sent to", () => {
  const refused = [
    ...["", "x", "/hooks", "ftp://hooks.example.com", "javascript:alert(1)", "file:///etc/passwd", "data:text/plain,x"],
    ...["http://hooks.example.com/", "https://", "https:// x"],
    ...["https://me:secret@hooks.example.com/", "https://me@hooks.example.com/", "https://hooks.example.com/#part"],
    ...["https://hooks.example.com:8443/", "https://hooks.example.com:80/", "https://hooks.example.com:22/"],
    ...["https://127.0.0.1/", "https://127.1/", "https://0x7f.1/", "https://2130706433/", "https://017700000001/"],
    ...[
      "https://１２７.0.0.1/",
      "https://0/",
      "https://0.0.0.0/",
      "https://10.0.0.1/",
      "https://169.254.169.254/latest",
    ],
    ...[
      "https://93.184.216.34/",
      "https://[::1]/",
      "https://[::]/",
      "https://[::ffff:127.0.0.1]/",
      "https://[::7f00:1]/",
    ],
    ...["https://[fd00::1]/", "https://[fe80::1]/", "https://[2606:2800:220:1::1]/", "https://[64:ff9b::7f00:1]/"],
    ...[
      "https://localhost/",
      "https://LOCALHOST./",
      "https://ｌocalhost/",
      "https://api.localhost/",
      "https://router/",
    ],
    ...["https://db.internal/", "https://printer.local/", "https://hooks.test/", "https://1.0.0.127.in-addr.arpa/"],
    `https://hooks.example.com/${"a".repeat(2000)}`,
  ];
  test.each(refused.map((address) => [address]))("is refused: %s", (address) => {
    expect(addressFault(address)).toMatch(/\.$/);
  });

  test.each([
    ["https://hooks.example.com/"],
    ["https://hooks.example.com:443/laurel?tenant=5"],
    ["https://Hooks.Example.com/a/b"],
    ["https://bücher.example/x"],
  ])("is taken: %s", (address) => {
    expect(addressFault(address)).toBeUndefined();
  });

  test("on the machine itself is taken where the local world says so, and nowhere else", () => {
    expect(addressFault("http://localhost:3999/x", { localToo: true })).toBeUndefined();
    expect(addressFault("http://localhost:3999/x")).toBeDefined();
    for (const address of ["http://127.0.0.1:3999/", "http://hooks.example.com/", "https://[::1]/"])
      expect(addressFault(address, { localToo: true })).toBeDefined();
  });
});

describe("what a name leads to", () => {
  const refused = [
    ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.8.8.8"],
    ...["169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1"],
    ...["192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.1.1.1"],
    ...["240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::1", "64:ff9b:1::1"],
    ...["100::1", "2001::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1"],
    ...["fc00::1", "fd12:3456::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "", "x", "127.1"],
  ];
  test.each(refused.map((address) => [address]))("is no server's on the internet: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  const taken = ["8.8.8.8", "93.184.216.34", "100.63.255.255", "172.15.0.1", "172.32.0.1", "192.0.1.1", "198.17.0.1"];
  test.each([...taken, "223.255.255.255", "2606:2800:220:1::1", "2a00:1450:4001::1"].map((address) => [address]))(
    "is one: %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("a connection to a stranger", () => {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const posted = { address: "https://hooks.example.com/", headers: {}, body: "{}" };
  const leadsTo =
    (...addresses: string[]): Resolve =>
    (_, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );

  test("is made to no address that is not public, also where only one of several is not", async () => {
    for (const addresses of [["127.0.0.1"], ["169.254.169.254"], ["::1"], ["93.184.216.34", "10.0.0.1"], []]) {
      const answer = await postToStranger(posted, { resolve: leadsTo(...addresses) });
      expect(answer).toEqual({ failure: "refused", text: "" });
    }
  });

  test("asks for a name once, and goes where that answer says, whatever the next one would", async () => {
    const attempted: string[] = [];
    const note = (message: unknown) => {
      const { socket } = message as { readonly socket: Socket };
      socket.on("connectionAttempt", (address) => void attempted.push(address));
    };
    let asked = 0;
    const changing: Resolve = (hostname, answer) => {
      asked += 1;
      leadsTo(asked === 1 ? "93.184.216.34" : "127.0.0.1")(hostname, answer);
    };
    subscribe("net.client.socket", note);
    const answer = await postToStranger(posted, { resolve: changing, timeMs: 100 });
    unsubscribe("net.client.socket", note);
    expect(answer.failure).toMatch(/^(timeout|unreachable)$/);
    expect(asked).toBe(1);
    expect(attempted).toEqual(["93.184.216.34"]);
    expect(reached).toBe(0);
  });

  test("to a name that is not found is no connection", async () => {
    const missing: Resolve = (_, answer) => answer(new Error("ENOTFOUND"), []);
    expect(await postToStranger(posted, { resolve: missing })).toEqual({ failure: "unreachable", text: "" });
  });

  test("to this machine is made only where the local world says so, by its name", async () => {
    const { port } = server.address() as AddressInfo;
    const own = { ...posted, address: `http://localhost:${port}/` };
    expect(await postToStranger(own)).toEqual({ failure: "refused", text: "" });
    expect(reached).toBe(0);
    expect(await postToStranger({ ...own, localToo: true }, { resolve: leadsTo("127.0.0.1") })).toMatchObject({
      status: 200,
    });
    expect(reached).toBe(1);
  });

  test("is given up when its time is over", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const own = { ...posted, address: `http://localhost:${port}/`, localToo: true };
    const answer = await postToStranger(own, { resolve: leadsTo("127.0.0.1"), timeMs: 50 });
    expect(answer).toEqual({ failure: "timeout", text: "" });
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});
