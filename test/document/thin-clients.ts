/** One method per operation, for the clients in TypeScript, Python and Go. */
import { isStream, type Operation, operationsOf } from './operations.ts';

const origin = 'Generated from the OpenAPI document by npm run document -- --write.';

/** Those in Python and Go read answers whole: a stream is for a client of server-sent events. */
const calls = (): Operation[] => operationsOf('both').filter((own) => !isStream(own));

/** What the client in TypeScript needs while it runs; its types are no part of it. */
export function typescriptOperations(): string {
  const rows = operationsOf('both').map((operation) => {
    const { operationId, method, path } = operation;
    const row = [method, path, ...mediaOf(operation)].map((part) => `'${part}'`).join(', ');
    return `  ${operationId}: [${row}],\n`;
  });
  return `// ${origin}

/** Method, path, and the media type of what is sent or streamed where that is not JSON. */
export type OperationRoute = readonly [method: string, path: string, media?: string];

export const routes: Readonly<Record<string, OperationRoute>> = {
${rows.join('')}};
`;
}

function mediaOf(operation: Operation): string[] {
  if (isStream(operation)) return ['text/event-stream'];
  const media = Object.keys(operation.requestBody?.content ?? {});
  return media.includes('application/json') ? [] : media.slice(0, 1);
}

export function pythonOperations(): string {
  const methods = calls().map(pythonMethod);
  return `"""${origin}"""

from typing import Any
from urllib.parse import quote


def _segment(value: str) -> str:
    return quote(value, safe="")


class Operations:
    """Every method takes query, body, content_type, headers and idempotency_key by name."""

    def request(self, method: str, path: str, **options: Any) -> Any:
        raise NotImplementedError

${methods.join('\n')}`;
}

function pythonMethod({ operationId, summary, method, path, pathNames }: Operation): string {
  const name = operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const names = pathNames.map((own) => ` ${own}: str,`).join('');
  const address = path.replaceAll(/\{(\w+)\}/g, '{_segment($1)}');
  return `    def ${name}(self,${names} **options: Any) -> Any:
        """${summary}: ${method} ${path}"""
        return self.request("${method}", ${pathNames.length > 0 ? 'f' : ''}"${address}", **options)
`;
}

export function goOperations(): string {
  const methods = calls().map(goMethod);
  return `// ${origin} DO NOT EDIT.

package courier

import (
	"context"
	"net/url"
)

${methods.join('\n')}`;
}

function goMethod({ operationId, summary, method, path, pathNames }: Operation): string {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const names = pathNames.map((own) => `${goName(own)} string, `).join('');
  const address = path
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? JSON.stringify(part) : `url.PathEscape(${goName(part)})`))
    .filter((part) => part !== '""')
    .join('+');
  return `// ${name}: ${summary} (${method} ${path}).
func (client *Client) ${name}(ctx context.Context, ${names}args Args) (Object, error) {
	return client.Call(ctx, "${method}", ${address}, args)
}
`;
}

const goName = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
