/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    readonly service: import('./site/service.ts').Service;
    readonly page: import('./site/content/page.ts').Page;
  }
}
