/** All promises of the interface, one item each, as listed in docs/specification.md. */
export const SPECIFICATION = {
  'Tasks: create (`POST /external/v1/projects/{project_id}/tasks`)': {
    'tasks.create': 'answers 201 with a task: its ten fields, without `params` and `result`',
    'tasks.create.task_type_identifier': 'required string; the identifier of a meta-task',
    'tasks.create.params': 'optional object, kept as it is given',
    'tasks.create.params.default': 'an empty object when left out',
    'tasks.create.name': 'optional string, kept as it is given',
    'tasks.create.name.default': 'the identifier, a hyphen and the local time as 14 digits',
    'tasks.create.pending': 'a new task is `pending`, at 0, with no start, end or error',
  },
  'Tasks: list (`GET /external/v1/projects/{project_id}/tasks`)': {
    'tasks.list': 'answers 200 with an array of tasks of ten fields, without `params` and `result`',
    'tasks.list.status': 'keeps the tasks of that status; all without it',
    'tasks.list.limit': 'at most so many items',
    'tasks.list.limit.default': '50 when left out',
    'tasks.list.limit.maximum': '200 is allowed, more is refused',
    'tasks.list.offset': 'leaves out so many from the beginning',
    'tasks.list.offset.default': '0 when left out',
  },
  'Tasks: read (`GET /external/v1/projects/{project_id}/tasks/{task_id}`)': {
    'tasks.read': 'answers 200 with the ten fields and `params` and `result`',
    'tasks.read.params': 'the object that the task was created with',
    'tasks.read.result': 'what the run returned; null before',
  },
  'Task fields': {
    'task.id': 'a UUID',
    'task.name': 'string',
    'task.status': 'one of the documented words; `success` when it went well',
    'task.progress': 'an integer: 0 when pending, 100 when finished successfully',
    'task.current_phase': 'null when no phase is reported, else what the script set',
    'task.task_type': 'the identifier of the meta-task',
    'task.created_at': 'ISO 8601 in UTC',
    'task.started_at': 'null until started, then ISO 8601 in UTC',
    'task.finished_at': 'null until finished, then ISO 8601 in UTC',
    'task.error_message': 'null without an error, else a text',
  },
  'Files (below `/external/v1/projects/{project_id}/files`)': {
    'files.list': '`GET …/files` lists a directory',
    'files.list.path': 'query `path`: the directory; `/` when left out',
    'files.list.ws': 'query `ws`: the UUID of a workspace, optional',
    'files.read': '`GET …/files/content` reads a file',
    'files.read.path': 'query `path`: the file, required',
    'files.read.ws': 'query `ws`: the UUID of a workspace, optional',
    'files.write': '`PUT …/files/content` writes a file and creates it when it does not exist',
    'files.write.path': 'JSON `path`: required string',
    'files.write.content': 'JSON `content`: required text',
    'files.write.ws': 'JSON `ws`: the UUID of a workspace, optional',
    'files.upload': '`POST …/files/upload` takes multipart form data',
    'files.upload.file': 'part `file`: the file, required',
    'files.upload.dir_path': 'part `dir_path`: the directory it goes to',
    'files.upload.ws': 'part `ws`: the UUID of a workspace',
    'files.delete': '`DELETE …/files` deletes a file or a directory',
    'files.delete.path': 'query `path`: required',
    'files.delete.ws': 'query `ws`: the UUID of a workspace, optional',
  },
  'Meta-tasks: create (`POST /projects/{project_id}/task-types/`)': {
    'task_types.create': 'answers 201 with the seven documented fields, and all others',
    'task_types.create.slash': 'the path ends with a slash; without it answers as well',
    'task_types.create.name': 'required display name',
    'task_types.create.identifier': 'optional; what tasks are created by',
    'task_types.create.identifier.default': 'generated when left out',
    'task_types.create.script': 'optional source of a Python or TypeScript workflow',
    'task_types.create.execution_mode':
      '`script` (the default) or `agent`; refused where no model is configured',
    'task_types.create.script_language': '`python` (the default) or `typescript`',
    'task_types.create.workspace_id':
      'binding to an existing workspace, where the files of its runs are',
    'task_types.create.agent_id': 'binding to an existing agent; an unknown one is refused',
    'task_types.create.docker_image_id': 'binding to an existing image; an unknown one is refused',
    'task_types.create.auto_approve': 'boolean, false by default',
    'task_types.create.extract_memory':
      'boolean, false by default; true is refused where no model is configured',
    'task_types.create.allow_mcp':
      'boolean, false by default; true is refused where no server is configured',
    'task_types.create.result_schema': 'optional JSON Schema that results must match',
    'task_types.id': 'a UUID',
    'task_types.version': 'an integer, 1 on creation',
  },
  Scripts: {
    'scripts.python': 'a Python script defines `run(params, reporter)`',
    'scripts.typescript': 'a TypeScript script exports `run(params, reporter)`',
    'scripts.set_phase': '`reporter.set_phase(text)` sets the current phase',
  },
  Authentication: {
    'auth.api_key': '`Authorization: Bearer <API key>` opens tasks and files',
    'auth.access_token': '`Authorization: Bearer <access token>` opens meta-tasks',
    'auth.required': 'every request without valid credentials is refused',
  },
} as const;

type Sections = typeof SPECIFICATION;
export type ItemId = { [S in keyof Sections]: keyof Sections[S] }[keyof Sections];
