// The two packages ship no types; only what the peer uses is described.
declare module "express" {
  interface Request {
    query: Record<string, unknown>;
    body: Record<string, unknown>;
  }
  interface Response {
    status(code: number): Response;
    json(body: unknown): void;
  }
  type Mount = (path: string, handle: (request: Request, response: Response) => Promise<void>) => void;
  interface Application {
    use(middleware: unknown): void;
    get: Mount;
    post: Mount;
    put: Mount;
    delete: Mount;
  }
  const express: (() => Application) & { json(): unknown };
  export default express;
}
