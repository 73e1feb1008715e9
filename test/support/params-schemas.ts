import type { JsonObject } from '../../src/base/kernel/json.js';
import type { ScriptRuntime } from '../../src/sandbox/runtime/runtime.js';

/** Imports at the start of typed scripts. */
export const PYTHON_HEAD = `from __future__ import annotations
import datetime
import enum
import typing
import uuid
from dataclasses import dataclass, field
from enum import Enum
from typing import *
from fractions import Fraction as Imported
`;

/** Returns the schema that a runtime infers from a script; fails if the script cannot run. */
export async function inferredBy(
  runtime: ScriptRuntime,
  source: string,
): Promise<JsonObject | null> {
  const checked = await runtime.check(source, 'project-a');
  if (!checked.ok) throw new Error(`${checked.diagnostics[0].message}\n${source}`);
  return checked.paramsSchema;
}
