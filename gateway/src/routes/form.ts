/** The forms in which a resource can be had, by `Accept`. */
import type { Command, Query } from '@svc/contracts';
import type { z } from 'zod';

/** A form of JSON stands for the usual one. */
export type Form = TextForm | FileForm;

interface FormBase {
  mediaType: string;
  /** As the response says it, where that is more than the media type. */
  contentType?: string;
  action: string;
  contract: Command | Query;
  /** What is documented of a JSON form. */
  response?: z.ZodType;
}
export interface TextForm extends FormBase {
  /** The answer as text; of an answer in pages one page, the first being number 0. */
  text: (output: unknown, page: number) => string;
  /** For answers in pages: the `starting_after` of the page that follows; undefined after the last. */
  next?: (output: unknown) => string | undefined;
}
export interface FileForm extends FormBase {
  file: (output: unknown) => StoredForm;
}
/** A file in storage, and the name it is saved under. */
interface StoredForm {
  storage_key: string;
  file_name: string;
}

export const jsonType = 'application/json';

/** Media types beside JSON. */
export const otherTypes = ({ forms }: { forms: readonly Form[] }): string[] =>
  forms.map(({ mediaType }) => mediaType).filter((type) => type !== jsonType);

interface Page {
  /** The document without its list. */
  head: object;
  /** The name of the list, and what of it this page holds. */
  list: readonly [name: string, items: readonly unknown[]];
  page: number;
  isLast: boolean;
}

/** One JSON document with a list that no message holds, written page by page. */
export function documentPage({ head, list: [name, items], page, isLast }: Page): string {
  const opening = `${JSON.stringify(head).slice(0, -1)},"${name}":[`;
  const separator = items.length > 0 ? ',' : '';
  const listed = items.map((item) => JSON.stringify(item)).join(',');
  return `${page === 0 ? opening : separator}${listed}${isLast ? ']}' : ''}`;
}
