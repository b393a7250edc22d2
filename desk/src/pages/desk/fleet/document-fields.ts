/** Fields of compliance documents: one, or rows of kind and last day, each empty or complete. */
import { documentPaper } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import type { z } from 'zod';
import { day, type Field, inGroup, line } from '../../../form/field.ts';
import { formatDay } from '../../../words/local-time.ts';
import { documentMark } from '../assignment/documents.ts';
import { marked } from '../rows/board-table.ts';
import { wordsOf } from '../rows/labels.ts';

type Paper = z.output<typeof documentPaper>;
const { document } = documentPaper.shape;
const noDocument = 'Which document is it? At most 60 characters.';
const noDay = 'Its last day, e.g. 2027-01-31.';

export const paperFields = (kinds: readonly string[]) => ({
  document: line(document, {
    label: 'Kind',
    hint: `As on file, or a new one, e.g. ${kinds.join(', ')}`,
    missing: noDocument,
  }),
  expires_on: day({ label: 'Valid through', missing: noDay }),
});

/** More are added over the API. */
const rows = [1, 2, 3] as const;
type RowNames = `document_${(typeof rows)[number]}` | `expires_on_${(typeof rows)[number]}`;

export const paperRows = (kinds: readonly string[]): Record<RowNames, Field<string>> =>
  Object.assign(
    {},
    ...rows.map((row) =>
      inGroup(
        { legend: `Document ${row}, if any` },
        {
          [`document_${row}`]: line(document, { label: 'Kind', hint: `e.g. ${kinds.join(', ')}` }),
          [`expires_on_${row}`]: day({ label: 'Valid through', error: noDay }),
        },
      ),
    ),
  );

type Rows = Readonly<Record<RowNames, string>>;

export function checkPapers(entered: Rows, context: z.RefinementCtx): void {
  for (const row of rows) {
    const hasKind = entered[`document_${row}`] !== '';
    if (hasKind === (entered[`expires_on_${row}`] !== '')) continue;
    const [name, message] = hasKind
      ? [`expires_on_${row}`, noDay]
      : [`document_${row}`, noDocument];
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

export const papersOf = (entered: Rows): Paper[] =>
  rows
    .map((row) => ({
      document: entered[`document_${row}`],
      expires_on: entered[`expires_on_${row}`],
    }))
    .filter((paper) => paper.document !== '');

/** The last day of what expires: marked when it is near or past. */
export function lastDay(expires_on: string, now: Date, before = ''): Html {
  const mark = documentMark({ expires_on }, { now });
  return mark === undefined ? html`${before}${formatDay(expires_on)}` : marked(mark);
}

/** Documents of a row of a list, those that expire marked. */
export const documentList = (papers: readonly Paper[], now: Date): Html =>
  papers.length === 0
    ? html`None on file`
    : html`<ul>${papers.map((paper) => {
        return html`<li>${wordsOf(paper.document)}: ${lastDay(paper.expires_on, now, 'until ')}</li>`;
      })}</ul>`;
