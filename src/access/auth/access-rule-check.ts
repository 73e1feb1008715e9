import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_RULE, type AccessRule } from './access.decorators.js';

type Handler = (...args: unknown[]) => unknown;
type Controller = new (...args: never[]) => Record<string, unknown>;

function readRoutePath(reflector: Reflector, target: Handler | Controller): string {
  return [reflector.get<string | string[] | undefined>(PATH_METADATA, target) ?? '']
    .flat()
    .join(' ');
}

/** Aborts the start if a route declares no access rule, so that no route is open by oversight. */
@Injectable()
export class AccessRuleCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const errors = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (metatype ? this.listRuleErrors(metatype as Controller) : []));
    if (errors.length > 0)
      throw new Error(`Routes with a wrong access rule:\n${errors.join('\n')}`);
  }

  private listRuleErrors(controller: Controller): string[] {
    const base = readRoutePath(this.reflector, controller);
    return this.scanner.getAllMethodNames(controller.prototype).flatMap((name) => {
      const handler = controller.prototype[name] as Handler;
      if (this.reflector.get(PATH_METADATA, handler) === undefined) return [];
      const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
        handler,
        controller,
      ]);
      const route = `${controller.name}.${name}`;
      if (!rule) return [`${route}: none of @Public, @ExternalScope, @ManageRole, @AnyCredentials`];
      const namesProject = `${base}/${readRoutePath(this.reflector, handler)}`.includes(
        ':project_id',
      );
      return rule.kind === 'external' && !namesProject
        ? [`${route}: @ExternalScope needs :project_id`]
        : [];
    });
  }
}
