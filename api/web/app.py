"""The web application over one table: start and end, its protection, pages. The routes stand in routes.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool

from api.compose import Services
from api.phone.camera import PhoneCamera
from api.phone.routes import code_routes, page_routes
from api.web.access_routes import access_routes
from api.web.body_limit import BodyLimit
from api.web.calibration_routes import calibration_routes
from api.web.error_words import word_errors
from api.web.guard import Guard
from api.web.health import health_routes
from api.web.overlay_routes import overlay_routes
from api.web.own_names import OwnNames
from api.web.rate import Buckets, RateLimit
from api.web.routes import routes
from api.web.setup_routes import Begins, setup_routes
from api.web.strict_headers import StrictHeaders

PAGES = Path(__file__).resolve().parents[1] / "pages"

PAGE_HEADERS = {
    # Nothing is loaded from elsewhere, and no other page frames ours under its own buttons.
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",  # an update of the program shows at the next reload
}


def create_app(
    services: Services, phone: PhoneCamera | None = None, current: Begins | None = None
) -> FastAPI:
    """Return the application; it watches the table, through a phone if one is given, from start to end.

    Another table can be set up where `current` plays it.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        services.start()
        yield
        await run_in_threadpool(services.stop)

    # The interactive documentation pages of FastAPI load scripts from elsewhere, so they stay off.
    app = FastAPI(title="Meleecam", lifespan=lifespan, docs_url=None, redoc_url=None)
    _protect(app, services)
    word_errors(app)
    for router in routes(services):
        app.include_router(router, prefix="/api")
    app.include_router(access_routes(services.access), prefix="/api")
    app.include_router(health_routes(services))
    app.include_router(code_routes(phone))
    app.include_router(setup_routes(current), prefix="/api")
    app.include_router(calibration_routes(services, current), prefix="/api")
    app.include_router(overlay_routes(services.settings.overlay_css))
    if phone is not None:
        app.include_router(page_routes(phone))
    app.mount("/pages", StaticFiles(directory=PAGES), name="pages")

    @app.get("/", include_in_schema=False)
    def table_page() -> FileResponse:
        return FileResponse(PAGES / "index.html", headers=PAGE_HEADERS)

    @app.get("/hand", include_in_schema=False)
    def hand_page() -> FileResponse:
        return FileResponse(PAGES / "hand" / "hand.html", headers=PAGE_HEADERS)

    return app


def _protect(app: FastAPI, services: Services) -> None:
    """Put what may refuse a request around the application; the last one here is asked first.

    No middleware for CORS: pages of others get no permission to read what is answered.
    """
    settings, metrics = services.settings, services.metrics
    app.add_middleware(BodyLimit, picture_bytes=settings.upload_max_bytes)
    app.add_middleware(Guard, access=services.access, metrics=metrics)
    app.add_middleware(OwnNames, host=settings.host, networked=not settings.is_local())
    app.add_middleware(RateLimit, buckets=Buckets(settings.requests_per_s), metrics=metrics)
    app.add_middleware(StrictHeaders)
