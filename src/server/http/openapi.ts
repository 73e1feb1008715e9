import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ERRORS } from '../core/errors.js';
import { ALL_FEATURES } from '../core/features.js';
import type { Tag } from '../../platform/database/feature.js';
import { packagePath } from '../../base/kernel/package-root.js';
import { LANGUAGE_TITLES } from '../../base/languages/index.js';
import { VERSION } from '../../base/kernel/version.js';
import { EVENT_SCHEMAS } from '../../tasks/tasks/events/event-schemas.dto.js';
import { REQUEST_EXAMPLES } from './openapi-examples.js';
import { STATUS_OF } from './problem.js';

/** The files of the page over the document; scripts/build-api-docs.mjs puts them there. */
const PAGE = packagePath('dist/api-docs');

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id', 'errors'],
  properties: {
    type: { type: 'string', examples: ['urn:metarun:error:not_found'] },
    title: { type: 'string' },
    status: { type: 'integer', enum: [...new Set(Object.values(STATUS_OF))] },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS).toSorted() },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: { type: 'string' },
          message: { type: 'string' },
          line: { type: 'integer', minimum: 1, description: 'Line of an error in a script.' },
          column: { type: 'integer', minimum: 1 },
        },
      },
    },
  },
};

const PROBLEM_CONTENT = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Answers with and without a slash at its end; it is documented with. */
const TASK_TYPES = '/projects/{project_id}/task-types';

/** The tag of the endpoints in this folder. */
const OWN_TAG: Tag = { name: 'service', about: 'Health and metrics', position: 1000 };

/** In the order in which a newcomer needs them. */
const TAGS = [...ALL_FEATURES.flatMap(({ tags = [] }) => tags), OWN_TAG].sort(
  (one, other) => one.position - other.position,
);

/** The OpenAPI 3.1 document of everything that the server offers, made from the controllers; `publicUrl` '' = its own address. */
export function openApiDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('metarun')
    .setDescription(`Versioned ${LANGUAGE_TITLES} scripts, run as tasks inside projects.`)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'mrk_…',
        description: 'API key of one project',
      },
      'api_key',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'mrt_…',
        description: 'Access token of a user',
      },
      'access_token',
    );
  for (const { name, about } of TAGS) builder.addTag(name, about);
  // Relative to the document, so that it holds below a path of a proxy too.
  if (publicUrl === '') builder.addServer('.', 'This server');
  else builder.addServer(publicUrl);
  const config = builder.build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const { [TASK_TYPES]: metaTasks, ...paths } = document.paths;
  if (metaTasks) document.paths = { ...paths, [`${TASK_TYPES}/`]: metaTasks };
  document.components = {
    ...document.components,
    responses: {
      RequestError: {
        description: 'Request error; `code` identifies it.',
        content: PROBLEM_CONTENT,
      },
    },
    schemas: {
      ...document.components?.schemas,
      ...EVENT_SCHEMAS,
      Problem: PROBLEM as never,
    },
  };
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) if (isOperation(operation)) complete(operation);
  return document;
}

/** The part of an operation that is completed here. */
interface Operation {
  operationId?: string;
  security?: object[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, unknown>;
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'responses' in value;
}

/** Adds what all operations have: errors, credentials (or that there are none), an example of the body. */
function complete(operation: Operation): void {
  const { responses, requestBody, operationId = '' } = operation;
  responses['4XX'] ??= { $ref: '#/components/responses/RequestError' };
  responses['default'] ??= {
    description: 'Any error; `code` identifies it. docs/errors.md lists all codes.',
    content: PROBLEM_CONTENT,
  };
  operation.security ??= [];
  const body = requestBody?.content['application/json'];
  if (body) body.example ??= REQUEST_EXAMPLES[operationId];
}

/** Serves the document at /openapi.json and a page over it at /docs; both are made at the first request. */
export function serveOpenApi(app: INestApplication, publicUrl: string): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= openApiDocument(app, publicUrl)), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'metarun API',
    customSwaggerUiPath: PAGE,
    swaggerOptions: { persistAuthorization: false, validatorUrl: null },
  });
}
