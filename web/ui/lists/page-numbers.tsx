import Pagination from "@cloudscape-design/components/pagination";

/** The numbers of a list's pages, where a table or cards stand. `of` names what is listed: "applicants". */
export const PageNumbers = ({
  of,
  page,
  count,
  openEnd = false,
  disabled = false,
  onPage,
}: {
  readonly of: string;
  readonly page: number;
  readonly count: number;
  readonly openEnd?: boolean;
  readonly disabled?: boolean | undefined;
  readonly onPage: (page: number) => void;
}) => (
  <div className="page-numbers">
    <Pagination
      currentPageIndex={page}
      pagesCount={count}
      openEnd={openEnd}
      disabled={disabled}
      onChange={({ detail }) => onPage(detail.currentPageIndex)}
      ariaLabels={{
        paginationLabel: `Pages of ${of}`,
        nextPageLabel: "Next page",
        previousPageLabel: "Previous page",
        pageLabel: (number) => `Page ${number}`,
      }}
    />
  </div>
);
