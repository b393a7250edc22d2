/** Representations of a resource, negotiated by `Accept`. */
import type { Command, Query } from '@svc/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Problem } from '../problem/problem.ts';

/** A JSON representation replaces the default one. */
export type Representation = TextRepresentation | FileRepresentation | RenderedRepresentation;

interface RepresentationBase {
  mediaType: string;
  /** Content-Type of the response, if it has parameters. */
  contentType?: string;
  action: string;
  contract: Command | Query;
  /** Schema of a JSON form in OpenAPI. */
  response?: z.ZodType;
  /** Sent whatever `Accept` says: the resource has no JSON form. */
  isOnly?: true;
}
export interface TextRepresentation extends RepresentationBase {
  /** The response as text; for paged responses one page, the first being number 0. */
  text: (output: unknown, page: number) => string;
  /** For paged responses: the `starting_after` of the next page; undefined after the last. */
  next?: (output: unknown) => string | undefined;
}
export interface FileRepresentation extends RepresentationBase {
  file: (output: unknown) => StoredRepresentation;
}
/** Rendered by the gateway; not stored. */
export interface RenderedRepresentation extends RepresentationBase {
  render: (output: unknown) => Promise<Buffer>;
  /** Number of requests that rendering counts as, about one per 20 ms. */
  cost: (output: unknown) => number;
  /** File name that browsers save it under. */
  fileName: string;
}
/** `cost` in requests, including the current one. */
export type Draw = <T>(
  request: FastifyRequest,
  cost: number,
  work: () => Promise<T>,
) => Promise<{ drawn: T } | { problem: Problem }>;

/** A stored file and the name to save it under. */
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
  /** The name of the list, and the items on this page. */
  list: readonly [name: string, items: readonly unknown[]];
  page: number;
  isLast: boolean;
}

/** Streams one JSON document page by page when its list exceeds a bus message. */
export function documentPage({ head, list: [name, items], page, isLast }: Page): string {
  const opening = `${JSON.stringify(head).slice(0, -1)},"${name}":[`;
  const separator = items.length > 0 ? ',' : '';
  const listed = items.map((item) => JSON.stringify(item)).join(',');
  return `${page === 0 ? opening : separator}${listed}${isLast ? ']}' : ''}`;
}
