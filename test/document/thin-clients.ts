/** One method per operation, for the clients in Python and Go. */
import { isStream, type Operation, operationsOf } from './operations.ts';

const origin = 'Generated from the OpenAPI document by npm run document -- --write.';

/** These clients read answers whole: a stream is for a client of server-sent events. */
const calls = (): Operation[] => operationsOf('both').filter((own) => !isStream(own));

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
