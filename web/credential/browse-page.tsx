import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import type { CredentialRow } from "../../shared/credential/credential.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { appealLooks } from "../content/appeal/appeal-words.ts";
import { LearnerHome } from "../content/submission/learner-home.tsx";
import type { PageModule } from "../session/page.ts";
import { useSession } from "../session/session.tsx";
import { currentSession } from "../session/session-store.ts";
import { ListError, Nothing } from "../ui/lists/list-states.tsx";
import { SearchBox } from "../ui/lists/search-box.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { count, counted, duration, money } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Badge } from "../ui/look/pictures/badge.tsx";
import { Status } from "../ui/look/status.tsx";
import { useDevice } from "../ui/width.ts";
import { browseQueries, type Filters, jobCategories, openCredentials } from "./browse-queries.ts";
import "./browse.css";

/** For phones alone, where it stands below what is seen first. */
const FilterSheet = lazy(() => import("../ui/lists/filter-sheet.tsx"));

const prices = { "": "Any price", free: "Free", paid: "Paid" };

/** The filters that an address asks for; what it says amiss is passed over. */
function filtersOf(query: URLSearchParams): Filters {
  const [search, category = "", price, scech] = ["q", "category", "price", "scech"].map(
    (name) => query.get(name) ?? "",
  );
  return {
    ...(search ? { search } : {}),
    ...(["1", "2", "3"].includes(category) ? { category: Number(category) } : {}),
    ...(price === "free" || price === "paid" ? { price } : {}),
    ...(scech ? { scech: "true" } : {}),
  };
}

/** Asks for everything of the page at once. */
export const load: PageModule["load"] = ({ url, queries }) => {
  const organization_id = currentSession()?.organization_id ?? "";
  const { lists, open } = browseQueries(api, organization_id, filtersOf(url.searchParams));
  for (const each of lists) void queries.prefetchQuery(each);
  void queries.prefetchInfiniteQuery(open);
};

/** The learner's `/`: what waits for them, then what can be earned, over all organizations. */
export function Page() {
  return (
    <LearnerHome>
      <Catalogue />
    </LearnerHome>
  );
}

function Catalogue() {
  const { organization_id } = useSession();
  const [, setSearch] = useUrlState("q");
  const [, setCategory] = useUrlState("category");
  const [, setPrice] = useUrlState("price");
  const [, setScech] = useUrlState("scech");

  const { data: lookup } = useQuery(jobCategories(api));
  const categories = new Map((lookup?.categories ?? []).map(({ job_category_id, name }) => [job_category_id, name]));
  const [query] = useSearchParams();
  const asked = filtersOf(query);
  const { search = "", category = 0, price = "", scech } = asked;
  const found = useInfiniteQuery(openCredentials(api, organization_id, asked));
  const rows = found.data?.pages.flatMap(({ credentials }) => credentials) ?? [];
  const total = found.data?.pages[0]?.total;
  const inForce = Object.keys(asked).length;
  const narrowed = inForce > 0;
  const chosen = [search && `“${search}”`, categories.get(category), price && prices[price], scech && "Offers SCECH"];
  const phone = useDevice() === "mobile";
  const heading = useRef<HTMLHeadingElement>(null);
  const clear = () => {
    setSearch("");
    setCategory("");
    setPrice("");
    setScech("");
    heading.current?.focus(); // the button that had the focus goes away
  };

  const filters = (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and reader knows <search> yet
    <div role="search" className="browse-filters" aria-label="Filters">
      <div className="browse-search">
        <SearchBox label="Find credentials by title" words={search} onWords={setSearch} />
      </div>
      <div className="browse-select">
        <select
          className="light-select"
          aria-label="Category"
          value={categories.has(category) ? category : ""}
          onChange={({ target }) => setCategory(target.value)}
        >
          <option value="">All categories</option>
          {[...categories].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="browse-select">
        <select
          className="light-select"
          aria-label="Price"
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        >
          {Object.entries(prices).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <label className="light-check">
        <input
          type="checkbox"
          checked={scech !== undefined}
          onChange={({ target }) => setScech(target.checked ? "true" : "")}
        />
        Offers SCECH
      </label>
    </div>
  );

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="browse-heading">
        Browse credentials
      </h2>
      <p className="browse-lead">
        Show what you can do. Submit your work, get it reviewed by an expert in your field, and earn a certificate.
      </p>
      <div className="browse">
        {phone ? null : filters}
        <div className="browse-count">
          <p role="status">
            {found.isPending || total === undefined
              ? " "
              : narrowed
                ? `${count(total)} found${phone ? `. Filtered by ${chosen.filter(Boolean).join(", ")}` : ""}`
                : counted(total, "credential")}
          </p>
          {narrowed ? (
            <button type="button" className="light-inline" onClick={clear}>
              Clear filters
            </button>
          ) : null}
        </div>
        {found.isError && rows.length === 0 ? (
          <ListError error={found.error} onAgain={() => void found.refetch()} />
        ) : found.isPending ? (
          <Waiting />
        ) : rows.length === 0 ? (
          narrowed ? (
            <Nothing
              title="No matches"
              text="Try different filters or search terms."
              action={<LightButton onClick={clear}>Clear filters</LightButton>}
            />
          ) : (
            <Nothing title="No credentials yet" text="Published credentials appear here." />
          )
        ) : (
          <ul className="browse-cards">
            {rows.map((row) => (
              <li key={row.cred_id}>
                <Card row={row} category={row.category === undefined ? undefined : categories.get(row.category)} />
              </li>
            ))}
          </ul>
        )}
        {found.hasNextPage ? (
          <div className="browse-more">
            <LightButton busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              Show more
            </LightButton>
            {found.isFetchNextPageError ? (
              <p className="light-error" role="alert">
                We couldn’t load more. Try again.
              </p>
            ) : null}
          </div>
        ) : null}
        {phone ? (
          <div className="thumb-bar">
            <Suspense>
              <FilterSheet inForce={inForce} found={total}>
                {filters}
              </FilterSheet>
            </Suspense>
          </div>
        ) : null}
      </div>
    </>
  );
}

function Card({ row, category }: { readonly row: CredentialRow; readonly category: string | undefined }) {
  const { organization_id, cred_id, title, issuer_name, author_name, price, scech, review_time } = row;
  const { submission_status, appealed } = row;
  const parts = [
    scech > 0 ? `${scech} SCECH` : undefined,
    review_time > 0 ? `${duration(review_time)} of expert review` : undefined,
  ].filter((part) => part !== undefined);
  return (
    <article className="browse-card">
      <div className="browse-head">
        <Badge src={row.badgrImage} title={title} colour={row.org_colour} size={72} />
        {appealed ? (
          <Status {...appealLooks.filed} />
        ) : submission_status && submission_status !== "closed" ? (
          <Status status={submission_status} />
        ) : null}
      </div>
      <h3 className="browse-title">
        <Link to={paths.credentialDetails(organization_id, cred_id)}>{title}</Link>
      </h3>
      <p className="browse-issuer">
        {issuer_name}
        {author_name ? `, written by ${author_name}` : null}
      </p>
      {category ? <p className="browse-category tag">{category}</p> : null}
      <p className="browse-foot">
        <b className="browse-price figures">{price ? money(price) : "Free"}</b>
        <span className="browse-facts">{parts.join(" · ")}</span>
      </p>
    </article>
  );
}

function Waiting() {
  return (
    <ul className="browse-cards" aria-label="Loading credentials" aria-busy="true">
      {["a", "b", "c", "d", "e", "f"].map((each) => (
        <li key={each} className="browse-waiting" />
      ))}
    </ul>
  );
}
