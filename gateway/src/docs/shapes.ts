/** Renders request and response of an operation as Markdown for the reference pages. */
import { z } from 'zod';
import { fieldTree, item, typeText } from './fields.ts';

const schemaForm = z.record(z.string(), z.unknown());
const contentForm = z.record(
  z.string(),
  z.looseObject({ schema: schemaForm.default({}), example: z.unknown().optional() }),
);
export const documentForm = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({
    parameters: z.record(z.string(), schemaForm),
    schemas: z.record(z.string(), schemaForm),
  }),
});
type Components = z.output<typeof documentForm>['components'];
export const operationForm = z.looseObject({
  parameters: z.array(schemaForm).default([]),
  requestBody: z.looseObject({ content: contentForm }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: contentForm.default({}) })),
});
type Operation = z.output<typeof operationForm>;
type Content = z.output<typeof contentForm>;

/** Parameters, body and response with their types, and an example of each. */
export function shapes(operation: Operation, components: Components): string {
  const answers = Object.entries(operation.responses).filter(([status]) => status < '300');
  return [
    parameterList(operation.parameters, components),
    operation.requestBody ? bodyShape(operation.requestBody.content) : '',
    ...answers.map(([status, { content }]) => answerShape(status, content)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function parameterList(parameters: Operation['parameters'], components: Components): string {
  const rows = parameters.map((given) => {
    const { schema, ...own } =
      components.parameters[String(given.$ref).replace(/.*\//, '')] ?? given;
    const need = own.required === true ? ', **required**' : '';
    return item({
      name: `\`${String(own.name)}\` (${own.in})`,
      type: typeText(Object(schema)) + need,
      text: String(own.description),
    });
  });
  return rows.length > 0 ? `### Parameters\n\n${rows.join('\n')}` : '';
}

function bodyShape(content: Content): string {
  const { schema = {}, example } = content['application/json'] ?? {};
  const forms = Array.isArray(schema.oneOf) ? schema.oneOf : [schema];
  const types = Object.keys(content).map((type) => `\`${type}\``);
  const trees = forms.map((form) => fieldTree(form, { isRequest: true }));
  return [`### Body`, types.join(' or '), trees.join('\n\nor\n\n'), block('Body', example)].join(
    '\n\n',
  );
}

function answerShape(status: string, content: Content): string {
  const json = content['application/json'];
  if (!json) return '';
  return [`### Answer ${status}`, typeText(json.schema), block('Answer', json.example)].join(
    '\n\n',
  );
}

/** Fenced JSON under a title. */
export const block = (title: string, example: unknown): string =>
  example === undefined
    ? ''
    : `\`\`\`json title="${title}"\n${JSON.stringify(example, null, 2)}\n\`\`\``;

/** Each schema that the response refers to, once; events and codes have pages of their own. */
export function resourceSections({ schemas }: Components): string {
  const elsewhere: Readonly<Record<string, string>> = { ErrorCode: 'errors', Event: 'events' };
  return Object.entries(schemas)
    .filter(([, { properties }]) => !('sequence' in Object(properties)))
    .map(([name, schema]) => {
      const page = elsewhere[name];
      const tree = page
        ? `[All of them](/docs/${page})`
        : `${String(schema.description)}\n\n${fieldTree(schema)}`;
      return `## ${name} {#schema-${name}}\n\n${tree}`;
    })
    .join('\n\n');
}
