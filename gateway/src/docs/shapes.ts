/** What an operation of the document takes and answers, for the reference page. */
import { z } from 'zod';
import { escaped } from '../pages/html.ts';
import { fieldTree, typeText } from './fields.ts';
import { markdown } from './page.ts';

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

/** Parameters, body and answer with their types, and an example of each. */
export function shapes(operation: Operation, components: Components): string {
  const answers = Object.entries(operation.responses).filter(([status]) => status < '300');
  return [
    parameterList(operation.parameters, components),
    operation.requestBody ? bodyShape(operation.requestBody.content) : '',
    ...answers.map(([status, { content }]) => answerShape(status, content)),
  ].join('\n');
}

function parameterList(parameters: Operation['parameters'], components: Components): string {
  const rows = parameters.map((given) => {
    const name = String(given.$ref).replace(/.*\//, '');
    const { schema, ...own } = components.parameters[name] ?? given;
    const need = own.required === true ? ', <strong>required</strong>' : '';
    return `<dt><code>${escaped(String(own.name))}</code> (${own.in})</dt>
<dd><p class="type">${typeText(Object(schema))}${need}</p>${markdown(String(own.description))}</dd>`;
  });
  return rows.length > 0 ? `<h4>Parameters</h4>\n<dl class="fields">${rows.join('')}</dl>` : '';
}

function bodyShape(content: Content): string {
  const { schema = {}, example } = content['application/json'] ?? {};
  const forms = Array.isArray(schema.oneOf) ? schema.oneOf : [schema];
  const types = Object.keys(content).map((type) => `<code>${type}</code>`);
  const trees = forms.map((form) => fieldTree(form, { isRequest: true }));
  return `<h4>Body</h4>\n<p class="type">${types.join(' or ')}</p>
${trees.join('<p>or</p>')}${block('Example of a body', example)}`;
}

function answerShape(status: string, content: Content): string {
  const [json] = Object.entries(content).filter(([type]) => type === 'application/json');
  if (!json) return '';
  const [, { schema, example }] = json;
  return `<h4>Answer ${status}</h4>\n<p>${typeText(schema)}</p>
${block('Example of an answer', example)}`;
}

const block = (title: string, example: unknown): string =>
  example === undefined
    ? ''
    : `<details><summary>${title}</summary>
<pre tabindex="0"><code>${escaped(JSON.stringify(example, null, 2))}</code></pre></details>`;

/** Every schema that an answer names, once; events and codes have pages of their own. */
export function resourceSections({ schemas }: Components, docs: string): string {
  const elsewhere: Readonly<Record<string, string>> = { ErrorCode: 'errors', Event: 'events' };
  return Object.entries(schemas)
    .filter(([, { properties }]) => !('sequence' in Object(properties)))
    .map(([name, schema]) => {
      const page = elsewhere[name];
      const tree = page
        ? `<p><a href="${escaped(docs)}/${page}">All of them</a></p>`
        : `${markdown(String(schema.description))}${fieldTree(schema)}`;
      return `<section id="schema-${name}">\n<h3>${name}</h3>\n${tree}\n</section>`;
    })
    .join('\n');
}
