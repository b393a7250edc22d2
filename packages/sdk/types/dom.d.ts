/** Names of the DOM library that the generated runtime uses and the types of Node lack. */
type HeadersInit = Headers | Record<string, string> | [string, string][];
type BodyInit = NonNullable<RequestInit['body']>;
declare const document: unknown;
