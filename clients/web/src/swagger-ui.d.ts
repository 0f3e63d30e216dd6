declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  /** Shows an OpenAPI document, with a form for each call. */
  export default function SwaggerUI(options: Record<string, unknown>): unknown;
}
