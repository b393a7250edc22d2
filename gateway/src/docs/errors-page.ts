import { publicErrors } from '@svc/contracts';
import type { Documented } from './openapi.ts';
import { problemExamples } from './problems.ts';
import { remedies } from './remedies.ts';
import { block } from './shapes.ts';

/** One section per code: the `type` of a problem document leads here. Markdown. */
export function errorsPage({ config }: Documented): string {
  const sections = publicErrors.map(([code, { status, title, meaning }]) =>
    [
      `## \`${code}\` {#${code}}`,
      `**${status}** ${title}`,
      `**Cause.** ${meaning}`,
      `**What to do.** ${remedyOf(code)}`,
      block('Problem', exampleOf(code, config.SVC_PUBLIC_URL)),
    ].join('\n\n'),
  );
  return `Errors are problem documents (RFC 9457) with content type \`application/problem+json\`. \`code\` is stable; quote \`request_id\` to support. Handle an unknown code by its status.

${sections.join('\n\n')}`;
}

const remedyOf = (code: string): string => Object(remedies)[code];

/** With the address of this page. */
const exampleOf = (code: string, publicUrl: string): unknown =>
  JSON.parse(
    JSON.stringify(problemExamples[code]?.value).replaceAll(
      'https://api.courier.example',
      publicUrl,
    ),
  );
