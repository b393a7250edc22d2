/** Representations of a resource, negotiated by `Accept`. */
import type { Command, Query } from '@svc/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Problem } from '../problem/problem.ts';

/** One of JSON replaces the default representation. */
export type Representation = TextRepresentation | FileRepresentation | RenderedRepresentation;

interface RepresentationBase {
  mediaType: string;
  /** Content-Type of the response, where it has parameters. */
  contentType?: string;
  action: string;
  contract: Command | Query;
  /** Schema of a JSON form in OpenAPI. */
  response?: z.ZodType;
  /** Sent whatever is accepted: the resource has no form in JSON. */
  isOnly?: true;
}
export interface TextRepresentation extends RepresentationBase {
  /** The answer as text; of an answer in pages one page, the first being number 0. */
  text: (output: unknown, page: number) => string;
  /** For answers in pages: the `starting_after` of the page that follows; undefined after the last. */
  next?: (output: unknown) => string | undefined;
}
export interface FileRepresentation extends RepresentationBase {
  file: (output: unknown) => StoredRepresentation;
}
/** Drawn by the gateway: a document that is not stored. */
export interface RenderedRepresentation extends RepresentationBase {
  render: (output: unknown) => Promise<Buffer>;
  /** Requests that drawing it counts as: about one for each 20 ms. */
  cost: (output: unknown) => number;
  /** The name it is saved under, for browsers. */
  fileName: string;
}
/** `cost` in requests, the one that asks among them. */
export type Draw = <T>(
  request: FastifyRequest,
  cost: number,
  work: () => Promise<T>,
) => Promise<{ drawn: T } | { problem: Problem }>;

/** A file in storage, and the name it is saved under. */
interface StoredRepresentation {
  storage_key: string;
  file_name: string;
}

export const jsonType = 'application/json';

/** Media types other than JSON. */
export const otherTypes = ({
  representations,
}: {
  representations: readonly Representation[];
}): string[] =>
  representations.map(({ mediaType }) => mediaType).filter((type) => type !== jsonType);

export const hasJson = ({
  representations,
}: {
  representations: readonly Representation[];
}): boolean => representations.every(({ isOnly }) => isOnly !== true);

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
