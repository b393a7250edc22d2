/** The operations below the version prefix, for what is generated from the document. */
import { z } from 'zod';
import { currentDocument, type Documented, documentOfBoth } from './documents.ts';

const methodForm = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ example: z.unknown() })) })
    .optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const pathsForm = z.record(z.string(), z.record(z.string(), z.unknown()));

export interface Operation extends z.output<typeof methodForm> {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  pathNames: string[];
}

/** Answered by an event stream, which does not end. */
export const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content);

/** Operations of one environment; for a client of both, those of live and what the sandbox alone has. */
export function operationsOf(environment: Documented | 'both'): Operation[] {
  const document = environment === 'both' ? documentOfBoth() : currentDocument(environment);
  const paths = pathsForm.parse(document.paths);
  return Object.entries(paths)
    .filter(([, methods]) => methods.servers === undefined)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...methodForm.parse(operation),
        method: method.toUpperCase(),
        path,
        pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      })),
    );
}
