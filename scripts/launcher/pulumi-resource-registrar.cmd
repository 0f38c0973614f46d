@echo off
where node >nul 2>nul && goto start
echo pulumi-resource-registrar: this plugin runs on Node 20.19 or newer, and there is no `node` on PATH. Nothing was changed. Install Node from https://nodejs.org, or add its folder to PATH, and run the same command again. 1>&2
exit /b 1
:start
node "%~dp0pulumi-resource-registrar.js" %*
