import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test } from "vitest";
import { Collection } from "../../web/ui/lists/collection.tsx";
import { useUrlState } from "../../web/ui/lists/url-state.ts";

/** A list whose address takes as long as the test wants. */
async function openList() {
  const arrivals: (() => void)[] = [];
  const searched: string[] = [];
  function List() {
    const [role, setRole] = useUrlState("role");
    return (
      <Collection
        name="people"
        title="People"
        columns={[{ id: "name", header: "Name", cell: (row: { name: string }) => row.name, names: true }]}
        query={({ search = "" }) => ({
          queryKey: ["people", search, role],
          queryFn: async () => {
            searched.push(search);
            return { total: 0 };
          },
        })}
        rows={() => []}
        idOf={({ name }) => name}
        search="Find people"
        filters={
          <button type="button" onClick={() => setRole("learner")}>
            Learners
          </button>
        }
        empty={{ title: "Nobody" }}
      />
    );
  }
  let opened = false;
  const loader = async () => {
    if (opened) await new Promise<void>((resolve) => arrivals.push(resolve));
    opened = true;
    return null;
  };
  const router = createMemoryRouter([{ path: "/people", loader, Component: List, HydrateFallback: () => null }], {
    initialEntries: ["/", "/people"],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const box = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Find people" });
  return {
    router,
    box,
    searched,
    typed: (text: string) => fireEvent.change(box, { target: { value: text } }),
    /** The box has rested, and the address is under way. */
    asked: (changes: number) => waitFor(() => expect(arrivals).toHaveLength(changes)),
    arrive: () => act(async () => arrivals.at(-1)?.()),
    query: () => router.state.location.search,
  };
}

test("what is typed while the address follows stays in the box, and is what is searched in the end", async () => {
  const list = await openList();
  list.typed("nor");
  await list.asked(1);
  list.typed("northwi");
  await list.arrive();
  expect(list.query()).toBe("?q=nor");
  expect(list.box.value).toBe("northwi");
  await list.asked(2);
  list.typed("northwind");
  await list.arrive();
  expect(list.box.value).toBe("northwind");
  await list.asked(3);
  await list.arrive();
  expect([list.query(), list.box.value]).toEqual(["?q=northwind", "northwind"]);
  await waitFor(() => expect(list.searched.at(-1)).toBe("northwind"));
});

test("a filter chosen while the words are on their way into the address leaves them there", async () => {
  const list = await openList();
  list.typed("ada");
  await list.asked(1);
  fireEvent.click(screen.getByRole("button", { name: "Learners" }));
  await list.asked(2);
  await list.arrive();
  expect(list.query()).toBe("?q=ada&role=learner");
  expect(list.box.value).toBe("ada");
});

test("the box shows what a link, 'Back' or 'Clear filters' put into the address", async () => {
  const list = await openList();
  act(() => void list.router.navigate("/people?q=lena"));
  await list.asked(1);
  await list.arrive();
  await waitFor(() => expect(list.box.value).toBe("lena"));
  list.typed("leo");
  await list.asked(2);
  await list.arrive();
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  await list.asked(3);
  await list.arrive();
  expect([list.query(), list.box.value]).toEqual(["", ""]);
  expect(document.activeElement?.textContent).toBe("People"); // not lost with the button
});

test("a press on the header of the column a list is sorted by turns its order round, and the address keeps it", async () => {
  const orders: (string | undefined)[] = [];
  function List() {
    return (
      <Collection
        name="payments"
        title="Payments"
        columns={[
          { id: "name", header: "Name", cell: (row: { name: string }) => row.name, names: true },
          { id: "at", header: "Date", cell: () => "today", sorts: true },
        ]}
        query={({ sort }) => ({
          queryKey: ["payments", sort],
          queryFn: async () => {
            orders.push(sort);
            return { total: 1 };
          },
        })}
        rows={() => [{ name: "Lena" }]}
        idOf={({ name }) => name}
        empty={{ title: "Nothing" }}
      />
    );
  }
  const router = createMemoryRouter([{ path: "/", Component: List }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Date, newest first" }));
  await waitFor(() => expect(orders).toEqual([undefined, "oldest"]));
  expect(router.state.location.search).toBe("?sort=oldest");
  fireEvent.click(await screen.findByRole("button", { name: "Date, oldest first" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});
