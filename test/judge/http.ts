import type { IncomingMessage, ServerResponse } from 'node:http';

/** The JSON of a request; empty for any other body. */
export async function bodyOf<Body extends object>(request: IncomingMessage): Promise<Partial<Body>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return {};
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
